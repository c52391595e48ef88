// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/activation.h"
#include "core/experiment/experiment.h"
#include "core/init/scheme.h"

namespace stepzero {

int depth(const Network& network) { return network.widths.empty() ? network.depth : int(network.widths.size()); }

int width_of_layer(const Network& network, int layer)
{
    if (layer == 0)
        return network.input_width.value_or(width_of_layer(network, 1));
    return network.widths.empty() ? network.width : network.widths.at(std::size_t(layer - 1));
}

std::vector<LayerPlan> expand(const Network& network)
{
    const Activation activation = completed(network.activation);
    const Initializer weight = completed(network.weight), bias = completed(network.bias);
    std::vector<LayerPlan> plan;
    plan.reserve(std::size_t(depth(network)));
    for (int layer = 1; layer <= depth(network); ++layer)
        plan.push_back(
            {layer, width_of_layer(network, layer - 1), width_of_layer(network, layer), activation, weight, bias});
    for (const LayerOverride& override : network.overrides) {
        LayerPlan& changed = plan.at(std::size_t(override.layer - 1));
        if (override.activation)
            changed.activation = completed(*override.activation);
        if (override.weight)
            changed.weight = completed(*override.weight);
        if (override.bias)
            changed.bias = completed(*override.bias);
    }
    return plan;
}

const std::vector<std::string>& input_distributions()
{
    static const std::vector<std::string> names {"normal", "uniform", "rademacher", "sphere"};
    return names;
}

bool same_numbers(Experiment a, const Experiment& b)
{
    a.title = b.title;
    return a == b;
}

}   // namespace stepzero
