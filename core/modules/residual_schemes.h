// SPDX-License-Identifier: GPL-3.0-or-later
// Schemes that scale residual branches by the number of blocks, so that the stream does not grow with depth. A scheme
// gives the numbers of residual.h and factors for the weights in a branch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// The properties of a network that a scheme depends on.
struct ResidualShape {
    int blocks = 1;   ///< L: layers of a transformer
    int branches_per_block = 1;   ///< 2 in a transformer: attention and MLP
    int layers_per_branch = 2;   ///< m
};

/// The numbers s and α of s·x + α·F(x), and the factors of the standard deviations of F's weights.
struct ResidualScaling {
    double skip = 1;   ///< s
    double branch = 1;   ///< α
    double inner = 1;   ///< for all layers of a branch except the last: mlp_in and mlp_gate
    double last = 1;   ///< for a branch's last layer: attention_out, mlp_out
    double value = 1;   ///< for attention's v; q and k are unchanged
    bool operator==(const ResidualScaling&) const = default;
};

/// The rule of a scheme as a formula: "σ_out = σ/√(2L) = … σ".
struct ScalingEquation {
    std::string sign;   ///< symbol of the scaled quantity; words are in quotes
    std::string (*rule)(int blocks);   ///< with the number of blocks inserted
    double ResidualScaling::*value;   ///< the resulting value
    std::string unit {};   ///< appended to the value
};

/// The learned form of the branch's factor α.
enum class LearnedScale { none, number, channels };   ///< channels: a vector, one factor per channel

struct ResidualScheme {
    std::string name;   ///< as in files
    Text label;   ///< display name
    std::string source;
    ResidualScaling (*rule)(const ResidualShape&);
    std::vector<ScalingEquation> equations {};   ///< equations worth showing
    LearnedScale learned = LearnedScale::none;
};

/// Returns plain, inverse_sqrt_depth (1/√L), inverse_sqrt_twice_depth (1/√(2L)), inverse_sqrt_branches (1/√ of their
/// number), fixup, skipinit, rezero, layerscale, deepnorm, t_fixup, in the order of the menus.
const std::vector<ResidualScheme>& residual_schemes();
const ResidualScheme* find_residual_scheme(std::string_view name);   ///< nullptr when there is none

/// Throws std::invalid_argument for an unknown name and for counts below 1.
ResidualScaling residual_scaling(std::string_view name, const ResidualShape& shape);

}   // namespace stepzero
