// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/change.h"

#include <algorithm>

namespace stepzero {

Experiment with_initializers(const Experiment& experiment, const std::function<Initializers(const LayerPlan&)>& told)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const auto overridden = [&](int layer) {
        const auto& all = experiment.network.overrides;
        return std::find_if(all.begin(), all.end(), [&](const LayerOverride& o) { return o.layer == layer; });
    };
    // The network's own initializer is that of a layer which has the network's activation.
    const LayerPlan* common = &plan.back();
    for (const LayerPlan& layer : plan) {
        const auto own = overridden(layer.layer);
        if (layer.layer > 1 && (own == experiment.network.overrides.end() || !own->activation)) {
            common = &layer;
            break;
        }
    }
    const Initializers all = told(*common);
    network.weight = all.weight;
    if (all.bias)
        network.bias = *all.bias;
    network.overrides.clear();
    for (const LayerPlan& layer : plan) {
        LayerOverride now;
        now.layer = layer.layer;
        if (const auto own = overridden(layer.layer); own != experiment.network.overrides.end())
            now = *own;
        const Initializers its = told(layer);
        now.weight = its.weight == network.weight ? std::nullopt : std::optional(its.weight);
        if (its.bias)
            now.bias = *its.bias == network.bias ? std::nullopt : its.bias;
        if (now.activation || now.weight || now.bias)
            network.overrides.push_back(now);
    }
    return with_completed_parameters(changed);
}

Experiment with_option(const Experiment& experiment, const std::string& name, const ParameterValue& value)
{
    Experiment changed = experiment;
    changed.network.options[name] = value;
    return changed;
}

Experiment with_role(const Experiment& experiment, const std::string& role, const Initializer& initializer)
{
    Experiment changed = experiment;
    changed.network.roles[role] = initializer;
    return with_completed_parameters(changed);
}

}   // namespace stepzero
