// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/activation.h"
#include "core/architecture/architecture.h"
#include "core/experiment/experiment.h"
#include "core/init/scheme.h"

namespace stepzero {

namespace {
Activation complete(const Activation& given)
{
    const ActivationInfo* info = find_activation(given.name);
    return info ? Activation {given.name, completed(info->parameters, given.parameters)} : given;
}

Initializer complete(const Initializer& given)
{
    const Scheme* scheme = find_scheme(given.scheme);
    return scheme ? Initializer {given.scheme, completed(scheme->parameters, given.parameters)} : given;
}
}   // namespace

int depth(const Network& network) { return network.widths.empty() ? network.depth : int(network.widths.size()); }

int width_of_layer(const Network& network, int layer)
{
    if (layer == 0)
        return network.input_width.value_or(width_of_layer(network, 1));
    return network.widths.empty() ? network.width : network.widths.at(std::size_t(layer - 1));
}

Experiment with_completed_parameters(Experiment experiment)
{
    Network& network = experiment.network;
    network.activation = complete(network.activation);
    network.weight = complete(network.weight);
    network.bias = complete(network.bias);
    for (auto& [role, initializer] : network.roles)
        initializer = complete(initializer);
    if (const Architecture* architecture = find_architecture(network.kind))
        network.options = completed(architecture->options, network.options);
    for (LayerOverride& override : network.overrides) {
        if (override.activation)
            override.activation = complete(*override.activation);
        if (override.weight)
            override.weight = complete(*override.weight);
        if (override.bias)
            override.bias = complete(*override.bias);
    }
    return experiment;
}

std::vector<LayerPlan> expand(const Network& network)
{
    const Activation activation = complete(network.activation);
    const Initializer weight = complete(network.weight), bias = complete(network.bias);
    std::vector<LayerPlan> plan;
    plan.reserve(std::size_t(depth(network)));
    for (int layer = 1; layer <= depth(network); ++layer)
        plan.push_back(
            {layer, width_of_layer(network, layer - 1), width_of_layer(network, layer), activation, weight, bias});
    for (const LayerOverride& override : network.overrides) {
        LayerPlan& changed = plan.at(std::size_t(override.layer - 1));
        if (override.activation)
            changed.activation = complete(*override.activation);
        if (override.weight)
            changed.weight = complete(*override.weight);
        if (override.bias)
            changed.bias = complete(*override.bias);
    }
    return plan;
}

const std::vector<std::string>& input_distributions()
{
    static const std::vector<std::string> names {"normal", "uniform", "rademacher", "sphere"};
    return names;
}

}   // namespace stepzero
