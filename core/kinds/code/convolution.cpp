// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/convolution.h"

#include <algorithm>

#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

/// Returns the first layer with pooling, or nullptr when there is none.
const LayerPlan* first_pooled(const NetworkPlan& plan)
{
    const auto found
        = std::ranges::find_if(plan.layers, [](const LayerPlan& layer) { return layer.pooling != Pooling::none; });
    return found == plan.layers.end() ? nullptr : &*found;
}

}   // namespace

PoolingCode pooling_code(const NetworkPlan& plan, const char* max, const char* average)
{
    const LayerPlan* pooled = first_pooled(plan);
    if (!pooled)
        return {};
    return {pooled->pooling == Pooling::max ? max : average, pooled->pool.kernel};
}

Lines where_pooled(const NetworkPlan& plan, const std::string& statement)
{
    int last = 0;   // last pooled layer; after it there are too few positions
    for (const LayerPlan& layer : plan.layers)
        if (layer.pooling != Pooling::none)
            last = layer.layer;
    if (last == 0)
        return {};
    const int every = first_pooled(plan)->layer;
    const std::string up_to = last + every > plan.depth() ? "" : "index <= " + std::to_string(last);
    if (every == 1 && up_to.empty())
        return {statement};
    const std::string chosen = every == 1 ? "" : "index % " + std::to_string(every) + " == 0";
    return {"if " + chosen + (chosen.empty() || up_to.empty() ? "" : " and ") + up_to + ":", "    " + statement};
}

Lines with_fans(const Lines& fill, const Window& window)
{
    const std::string taps = window.receptive() == 1 ? "" : " * " + std::to_string(window.receptive());
    const char *in = window.transposed ? "behind" : "before", *out = window.transposed ? "before" : "behind";
    Lines lines;
    if (names_fan(fill, "fan_in"))
        lines.push_back(
            std::string("fan_in = ") + in + (window.groups == 1 ? "" : " // " + std::to_string(window.groups)) + taps);
    if (names_fan(fill, "fan_out"))
        lines.push_back(std::string("fan_out = ") + out + taps);
    lines.insert(lines.end(), fill.begin(), fill.end());
    return lines;
}

std::string python_tuple(const std::string& entry, int dimensions)
{
    return dimensions == 1 ? "(" + entry + ",)" : "(" + entry + ", " + entry + ")";
}

std::string channels_last(const Window& window)
{
    const std::string side = ", " + std::to_string(window.side);
    return window.dimensions == 1
        ? "x = sample_input().reshape(-1, WIDTHS[0]" + side + ").transpose(0, 2, 1)"
        : "x = sample_input().reshape(-1, WIDTHS[0]" + side + side + ").transpose(0, 2, 3, 1)";
}

}   // namespace stepzero
