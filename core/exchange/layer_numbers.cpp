// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/layer_numbers.h"

namespace stepzero {

std::vector<LayerNumber> layer_numbers(const LayerMeasurement& layer)
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

}   // namespace stepzero
