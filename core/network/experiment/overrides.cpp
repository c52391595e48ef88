// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/experiment/overrides.h"

#include <algorithm>

#include "core/base/words/registry.h"

namespace stepzero {

std::vector<LayerOption> layer_options(const std::vector<ParameterInfo>& options)
{
    std::vector<LayerOption> all;
    for (const OptionOverride& option : option_overrides)
        if (const ParameterInfo* info = find_member(options, option.name))
            all.push_back({info, option.own});
    return all;
}

const LayerOverride* find_override(const Network& network, int layer)
{
    const auto found = std::ranges::lower_bound(network.overrides, layer, {}, &LayerOverride::layer);
    return found != network.overrides.end() && found->layer == layer ? &*found : nullptr;
}

LayerOverride& override_of(Network& network, int layer)
{
    auto at = std::ranges::lower_bound(network.overrides, layer, {}, &LayerOverride::layer);
    if (at == network.overrides.end() || at->layer != layer) {
        at = network.overrides.insert(at, LayerOverride {});
        at->layer = layer;
    }
    return *at;
}

void remove_empty_overrides(Network& network)
{
    std::erase_if(network.overrides, [](const LayerOverride& o) { return o.empty(); });
}

}   // namespace stepzero
