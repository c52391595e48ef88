// SPDX-License-Identifier: GPL-3.0-or-later
// A parametrization determines a network of another width or depth from a base network. Initial σ, multipliers and
// learning rates are powers of width and depth, which depend on how a parameter's shape grows. Yang, Hu: Tensor
// programs IV. ICML 2021 (abc-parametrizations).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/plan.h"
#include "core/train/trained_parameters.h"

namespace stepzero {

/// The sides of a parameter that grow with the width.
enum class Growth {
    input,   ///< only the output: the first layer, embeddings
    hidden,   ///< both sides
    output,   ///< only the input: the head or readout, routers
    vector,   ///< biases, a norm's scale
};
inline constexpr int growths = 4;
std::string_view word(Growth growth);   ///< "input"
Growth growth_of(const ParameterPlan& parameter, const NetworkPlan& plan);

/// Exponents of the factor (width/base width)^width (depth/base depth)^depth.
struct Powers {
    double width = 0, depth = 0;
    bool operator==(const Powers&) const = default;
};

struct GrowthRule {
    std::optional<Powers> initial;   ///< exponents of σ; absent: set by the scheme at each size
    Powers multiplier;
    Powers sgd_rate, adam_rate;   ///< for optimizers whose changes scale with the gradient, and for the others
};

struct Parametrization {
    std::string name;
    Text label;
    std::string source;
    GrowthRule rules[growths];
    Powers branch;   ///< factor of residual branches
    Powers attention;   ///< factor of attention logits
};

/// Returns the built-in parametrizations in the order of the menus: standard, ntk, mup, depth_mup, completep.
const std::vector<Parametrization>& parametrizations();
const Parametrization* find_parametrization(std::string_view name);   ///< nullptr when there is none

/// A network of another size, derived from the base.
struct ScaledNetwork {
    Network network;
    std::vector<TrainedParameter> parameters;   ///< parameters of its plan, in the order of use
    std::vector<double> initial;   ///< factors on top of the scheme's initial values
    // When training adds a readout:
    GrowthRule readout;   ///< the readout's rule
    int base_features = 1;   ///< number of features that the base's readout reads
};

/// Derives `network` from the base, from which it differs only in width and depth. At the base's size nothing changes.
ScaledNetwork scaled_network(
    const Parametrization& by, const Network& base, const Network& network, bool adaptive_optimizer);

}   // namespace stepzero
