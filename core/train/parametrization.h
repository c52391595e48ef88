// SPDX-License-Identifier: GPL-3.0-or-later
// How a network of another width or depth follows from one that is known: initial σ, multipliers and learning rates as
// powers of both, by what a parameter's shape grows with. Yang, Hu: Tensor programs IV. ICML 2021
// (abc-parametrizations).
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

/// Which sides of a parameter grow with the width.
enum class Growth {
    input,   ///< out alone: the first layer, embeddings
    hidden,   ///< both
    output,   ///< in alone: the head or readout, routers
    vector,   ///< biases, a norm's scale
};
inline constexpr int growths = 4;
std::string_view word(Growth growth);   ///< "input"
Growth growth_of(const ParameterPlan& parameter, const NetworkPlan& plan);

/// (width/base width)^width (depth/base depth)^depth
struct Powers {
    double width = 0, depth = 0;
    bool operator==(const Powers&) const = default;
};

struct GrowthRule {
    std::optional<Powers> initial;   ///< of σ; none: as the scheme has it at each size
    Powers multiplier;
    Powers sgd_rate, adam_rate;   ///< of rules whose changes follow the gradient's size, and of those that do not
};

struct Parametrization {
    std::string name;
    Text label;
    std::string source;
    GrowthRule rules[growths];
    Powers branch;   ///< what a residual branch is multiplied by
    Powers attention;   ///< what attention's logits are multiplied by
};

/// Of the program, in the order of the menus: standard, ntk, mup, depth_mup, completep.
const std::vector<Parametrization>& parametrizations();
const Parametrization* find_parametrization(std::string_view name);   ///< nullptr when there is none

/// A network of another size as it follows from the base.
struct ScaledNetwork {
    Network network;
    std::vector<TrainedParameter> parameters;   ///< of its plan, in the order of use
    std::vector<double> initial;   ///< times what the scheme draws
    // A readout, where training puts one behind it:
    GrowthRule readout;   ///< how it follows
    int base_features = 1;   ///< that it reads of the base
};

/// `network` is the base but for its width and depth. At the base's own size all is as it is.
ScaledNetwork scaled_network(
    const Parametrization& by, const Network& base, const Network& network, bool adaptive_optimizer);

}   // namespace stepzero
