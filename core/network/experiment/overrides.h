// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that a layer may have instead of those of its network: activation, initializers, and options such as parts
// of its window. A layer without an override uses the setting of its network.
#pragma once

#include "core/math/activation/activation.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// A setting of a network that its layers may override.
template <class Value>
struct LayerSetting {
    std::optional<Value> LayerOverride::*own;
    Value Network::*usual;
};
inline constexpr LayerSetting<Activation> activation_setting {&LayerOverride::activation, &Network::activation};
inline constexpr LayerSetting<Initializer> weight_setting {&LayerOverride::weight, &Network::weight};
inline constexpr LayerSetting<Initializer> bias_setting {&LayerOverride::bias, &Network::bias};

/// An option of a kind that its layers may override.
struct LayerOption {
    const ParameterInfo* info;
    std::variant<OwnNumber, OwnFlag, OwnWord> own;
};
/// Returns those of a kind of plain layers with these options, in the order of option_overrides.
std::vector<LayerOption> layer_options(const std::vector<ParameterInfo>& options);

// The functions below need overrides that are sorted by layer, as in every experiment that was read.

/// Returns the override of a layer; null when it has none.
const LayerOverride* find_override(const Network& network, int layer);
/// Returns the override of a layer, which is added if it is missing.
LayerOverride& override_of(Network& network, int layer);
/// Removes overrides that change nothing.
void remove_empty_overrides(Network& network);

/// Returns the value of a layer, and whether it is its own.
template <class Value>
std::pair<const Value&, bool> value_of_layer(const Network& network, int layer, const LayerSetting<Value>& setting)
{
    const LayerOverride* found = find_override(network, layer);
    const bool own = found && found->*setting.own;
    return {own ? *(found->*setting.own) : network.*setting.usual, own};
}

/// Gives a layer a value, or removes its own if the whole network has this value.
template <class Value>
void set_value_of_layer(Network& network, int layer, const LayerSetting<Value>& setting, const Value& value)
{
    auto& own = override_of(network, layer).*setting.own;
    own = value;
    if (completed(value) == completed(network.*setting.usual))
        own.reset();
    remove_empty_overrides(network);
}

}   // namespace stepzero
