// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/change.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/ranges.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/network/experiment/overrides.h"
#include "core/network/init/typed_law.h"

namespace stepzero {

std::vector<Span> spans_alike(const std::vector<LayerPlan>& layers)
{
    std::vector<Span> spans;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const LayerPlan* before = l > 0 ? &layers[l - 1] : nullptr;
        const bool alike = l > 1 && layers[l].shape() == before->shape() && layers[l].activation == before->activation
            && layers[l].weight == before->weight && layers[l].bias == before->bias
            && before->activation == layers[l - 2].activation;
        if (!alike)
            spans.push_back({int(l) + 1, 0});
        spans.back().last = int(l) + 1;
    }
    return spans;
}

Experiment with_initializers(const Experiment& experiment, const std::vector<Filled>& filled)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const auto own = [&](int layer) { return find_override(experiment.network, layer); };
    // Prefer the initializers of more than half of the layers (majority vote: Boyer, Moore 1981).
    const auto size = [](const Filled& f) { return f.layers.last - f.layers.first + 1; };
    const Filled* leader = nullptr;
    int lead = 0, votes = 0;
    for (const Filled& f : filled)
        if (leader && leader->by == f.by) {
            lead += size(f);
        } else if (size(f) > lead) {
            leader = &f;
            lead = size(f) - lead;
        } else {
            lead -= size(f);
        }
    for (const Filled& f : filled)
        votes += leader->by == f.by ? size(f) : 0;
    // Otherwise, the network's initializer is that of a layer which has the network's activation.
    if (const int end = depth(network); 2 * votes <= end) {
        int common = std::min(2, end);
        while (common < end && own(common) && own(common)->activation)
            ++common;
        leader = &*std::find_if(filled.begin(), filled.end(), [&](const Filled& f) { return f.layers.last >= common; });
    }
    network.weight = leader->by.weight;
    if (leader->by.bias)
        network.bias = *leader->by.bias;
    network.overrides.clear();
    for (const Filled& f : filled) {
        const auto& [weight, bias] = f.by;
        LayerOverride told;
        told.weight = weight == network.weight ? std::nullopt : std::optional(weight);
        told.bias = bias == network.bias ? std::nullopt : bias;
        for (int layer = f.layers.first; layer <= f.layers.last; ++layer) {
            const LayerOverride* before = own(layer);
            if (!before && !told.weight && !told.bias)
                continue;
            LayerOverride now = before ? *before : LayerOverride {};
            now.layer = layer;
            now.weight = told.weight;
            if (bias || !before)
                now.bias = told.bias;
            if (!now.empty())
                network.overrides.push_back(std::move(now));
        }
    }
    return with_completed_parameters(changed);
}

Experiment with_initializers(const Experiment& experiment, const std::vector<LayerPlan>& layers,
    const std::function<Initializers(const LayerPlan&)>& told)
{
    std::vector<Filled> filled;
    for (const Span& span : spans_alike(layers))
        filled.push_back({span, told(layers[std::size_t(span.first - 1)])});
    return with_initializers(experiment, filled);
}

Experiment with_layers(const Experiment& experiment, const std::vector<LayerPlan>& layers)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const Initializer weight = completed(network.weight), bias = completed(network.bias);
    const auto kept = [](const Initializer& now, const SharedLaw& typed) {
        return typed && now == evaluated(*typed) ? typed->initializer : now;
    };
    for (const LayerPlan& layer : layers) {
        LayerOverride& own = override_of(network, layer.layer);
        const Initializer own_weight = kept(layer.weight, layer.typed_weight),
                          own_bias = kept(layer.bias, layer.typed_bias);
        own.weight = own_weight == weight ? std::nullopt : std::optional(own_weight);
        own.bias = own_bias == bias ? std::nullopt : std::optional(own_bias);
    }
    remove_empty_overrides(network);
    return with_completed_parameters(changed);
}

int width_factor(double spread)
{
    const double factor = std::pow(spread / (thresholds::margin * thresholds::spread), 2);
    return int(std::ceil(std::min(ranges::width.high, factor)));
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
    LayerWindows windows(network);
    for (int layer = 1; layer <= depth(network); ++layer, windows.next()) {
        const Window& window = windows.convolution();
        weights += double(width_of_layer(network, layer - 1)) * width_of_layer(network, layer) * window.receptive()
            / window.groups;
    }
    return weights <= most_weights ? std::optional(changed) : std::nullopt;
}

}   // namespace stepzero
