// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/change.h"

#include <algorithm>

#include "core/files/complete.h"
#include "core/init/scheme.h"
#include "core/words/ranges.h"

namespace stepzero {

Experiment with_initializers(const Experiment& experiment, const std::function<Initializers(const LayerPlan&)>& told)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const auto overridden = [&](int layer) {
        const auto& all = experiment.network.overrides;
        const auto found = std::lower_bound(
            all.begin(), all.end(), layer, [](const LayerOverride& o, int l) { return o.layer < l; });
        return found != all.end() && found->layer == layer ? found : all.end();
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
    // What more than half of the layers are told goes before (a vote: Boyer, Moore 1981).
    std::vector<Initializers> each;
    std::size_t leader = 0, lead = 0;
    for (const LayerPlan& layer : plan) {
        each.push_back(told(layer));
        if (lead == 0)
            leader = each.size() - 1;
        lead = each[leader] == each.back() ? lead + 1 : lead - 1;
    }
    const auto votes = std::count(each.begin(), each.end(), each[leader]);
    const Initializers all = 2 * std::size_t(votes) > each.size() ? each[leader] : each[std::size_t(common->layer - 1)];
    network.weight = all.weight;
    if (all.bias)
        network.bias = *all.bias;
    network.overrides.clear();
    for (const LayerPlan& layer : plan) {
        LayerOverride now;
        now.layer = layer.layer;
        if (const auto own = overridden(layer.layer); own != experiment.network.overrides.end())
            now = *own;
        const Initializers& its = each[std::size_t(layer.layer - 1)];
        now.weight = its.weight == network.weight ? std::nullopt : std::optional(its.weight);
        if (its.bias)
            now.bias = *its.bias == network.bias ? std::nullopt : its.bias;
        if (now.activation || now.weight || now.bias)
            network.overrides.push_back(now);
    }
    return with_completed_parameters(changed);
}

Experiment with_layers(const Experiment& experiment, const std::vector<LayerPlan>& layers)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const Initializer weight = completed(network.weight), bias = completed(network.bias);
    for (const LayerPlan& layer : layers) {
        auto at = std::lower_bound(network.overrides.begin(), network.overrides.end(), layer.layer,
            [](const LayerOverride& o, int l) { return o.layer < l; });
        if (at == network.overrides.end() || at->layer != layer.layer)
            at = network.overrides.insert(
                at, LayerOverride {.layer = layer.layer, .activation = {}, .weight = {}, .bias = {}});
        at->weight = layer.weight == weight ? std::nullopt : std::optional(layer.weight);
        at->bias = layer.bias == bias ? std::nullopt : std::optional(layer.bias);
    }
    std::erase_if(network.overrides, [](const LayerOverride& o) { return !o.activation && !o.weight && !o.bias; });
    return with_completed_parameters(changed);
}

std::optional<Experiment> wider(const Experiment& experiment, int factor)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const auto times = [&](int width) { return int(std::min(ranges::width.high, double(width) * factor)); };
    network.input_width = width_of_layer(experiment.network, 0);
    network.width = times(network.width);
    for (std::size_t l = 0; l + 1 < network.widths.size(); ++l)
        network.widths[l] = times(network.widths[l]);
    constexpr double most_weights = 3e7;
    double weights = 0;
    for (const LayerPlan& layer : expand(network))
        weights += double(layer.fan_in) * layer.fan_out;
    return weights <= most_weights ? std::optional(changed) : std::nullopt;
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
