// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/layer_numbers.h"

namespace stepzero {

namespace {

std::vector<LayerNumber> but_correlation(const LayerMeasurement& layer)
{
    std::vector<LayerNumber> numbers;
    const auto add = [&](std::string_view group, const Distribution& d, std::initializer_list<LayerNumber> members) {
        for (const LayerNumber& member : members)
            numbers.push_back({group, member.name, d.plain(member.value)});
    };
    const auto add_log = [&](std::string_view group, const Distribution& d) {
        if (d.exponent != 0)
            numbers.push_back({group, "log10_rms", d.log10_of(d.rms)});
    };

    const Distribution& w = layer.weight;
    add("weight", w, {{{}, "mean", w.mean}, {{}, "std", w.std}, {{}, "min", w.min}, {{}, "max", w.max}});
    for (const auto& [group, d] :
        {std::pair<std::string_view, const Distribution&>("preactivation", layer.preactivation),
            {"activation_output", layer.output}}) {
        add(group, d,
            {{{}, "mean", d.mean}, {{}, "std", d.std}, {{}, "rms", d.rms}, {{}, "min", d.min}, {{}, "max", d.max}});
        add_log(group, d);
    }
    numbers.push_back({"activation_output", "zero_fraction", layer.zero_fraction});
    numbers.push_back({"activation_output", "saturated_fraction", layer.saturated_fraction});
    numbers.push_back({"activation_output", "dead_fraction", layer.dead_fraction});
    if (layer.gradient) {
        const Distribution& g = *layer.gradient;
        add("gradient", g, {{{}, "mean", g.mean}, {{}, "std", g.std}, {{}, "rms", g.rms}});
        add_log("gradient", g);
    }
    return numbers;
}

}   // namespace

std::vector<LayerNumber> layer_numbers(const LayerMeasurement& layer)
{
    std::vector<LayerNumber> numbers = but_correlation(layer);
    if (const auto& d = layer.decorrelation) {
        numbers.push_back({"correlation", "mean", 1 - *d});
        numbers.push_back({"correlation", "one_minus", *d});
    }
    return numbers;
}

std::vector<LayerNumber> layer_deviations(const LayerMeasurement& spread)
{
    std::vector<LayerNumber> numbers = but_correlation(spread);
    if (const auto& d = spread.decorrelation)
        for (const std::string_view name : {"mean", "one_minus"})
            numbers.push_back({"correlation", name, *d});
    return numbers;
}

}   // namespace stepzero
