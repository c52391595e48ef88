// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to scale residual branches by the number of blocks, as numbers for residual.h and the factors of the
// weights in a branch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// What a scheme must know of a network.
struct ResidualShape {
    int blocks = 1;   ///< L: layers of a transformer
    int branches_per_block = 1;   ///< 2 in a transformer: attention and MLP
    int layers_per_branch = 2;   ///< m
};

/// s·x + α·F(x) and what multiplies the standard deviations of F's weights.
struct ResidualScaling {
    double skip = 1;   ///< s
    double branch = 1;   ///< α
    double inner = 1;   ///< of all layers of a branch but the last: mlp_in and mlp_gate
    double last = 1;   ///< of a branch's last layer: attention_out, mlp_out
    double value = 1;   ///< of attention's v; q and k are as they were
    bool operator==(const ResidualScaling&) const = default;
};

/// How a scheme's rule reads in formulas: "σ_out = σ/√(2L) = … σ".
struct ScalingEquation {
    std::string sign;   ///< stands for what is scaled; words in quotes
    std::string (*rule)(int blocks);   ///< with the number of blocks put in
    double ResidualScaling::*value;   ///< what it comes to
    std::string unit {};   ///< after that value
};

/// What a scheme leaves to training of the factor α of a branch.
enum class LearnedScale { none, number, channels };   ///< channels: a vector, one factor each

struct ResidualScheme {
    std::string name;   ///< in files
    Text label;   ///< for people
    std::string source;
    ResidualScaling (*rule)(const ResidualShape&);
    std::vector<ScalingEquation> equations {};   ///< that are worth a line
    LearnedScale learned = LearnedScale::none;
};

/// plain, inverse_sqrt_depth (1/√L), inverse_sqrt_twice_depth (1/√(2L)),
/// inverse_sqrt_branches (1/√ of their number), fixup, skipinit, rezero, layerscale,
/// deepnorm, t_fixup; in the order of the menus.
const std::vector<ResidualScheme>& residual_schemes();
const ResidualScheme* find_residual_scheme(std::string_view name);   ///< nullptr when there is none

/// Throws std::invalid_argument on an unknown name and on counts below 1.
ResidualScaling residual_scaling(std::string_view name, const ResidualShape& shape);

}   // namespace stepzero
