// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/fan_choice.h"

#include <algorithm>
#include <cmath>

#include "core/diagnose/thresholds.h"
#include "core/network/init/fans.h"

namespace stepzero {

bool counts_outputs(const Initializer& initializer) { return is_word(initializer.parameters, "mode", "fan_out"); }

Fan transposed_fan(const Initializer& initializer, Shape shape)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (!shape.transposed() || !scheme || !scheme->variance || scheme->counts_terms(shape))
        return Fan::none;
    const Fan fan = scheme->variance(completed(initializer).parameters, Role::weight).fan;
    return *fan_info(fan).name ? fan : Fan::none;   // an orthogonal kernel has another scale
}

Initializer counting_inputs(Initializer initializer)
{
    if (misread(initializer.parameters))
        initializer.parameters["layout"] = std::string("out_in");
    if (counts_outputs(initializer))
        initializer.parameters["mode"] = std::string("fan_in");
    return initializer;
}

Initializer counting_inputs(const Initializer& initializer, Shape shape)
{
    const Initializer read = counting_inputs(initializer);
    if (transposed_fan(initializer, shape) == Fan::none)
        return read;
    const Initializer all = completed(read);
    const FanVariance variance = find_scheme(all.scheme)->variance(all.parameters, Role::weight);
    const bool flat = draw_of(all, shape, Role::weight).base->flat;
    return {"mean_field",
        {{"variance", variance.value / variance.times}, {"distribution", std::string(flat ? "uniform" : "normal")}}};
}

double fan_factor(const Initializer& initializer, Shape shape)
{
    const auto std = [&](const Initializer& i) {
        return std::sqrt(law_of(draw_of(i, shape, Role::weight), shape, Role::weight).variance);
    };
    const double right = std(counting_inputs(initializer, shape));
    return right > 0 ? std(initializer) / right : 1;
}

bool counts_wrong_fan(const Initializer& initializer, Shape shape)
{
    if (transposed_fan(initializer, shape) != Fan::none)
        return std::abs(std::log(fan_factor(initializer, shape))) > 1e-6;
    if (!misread(initializer.parameters) && !counts_outputs(initializer))
        return false;
    return std::abs(std::log(fan_factor(initializer, shape))) >= std::log(thresholds::fan_ratio);
}

const LayerPlan* worst_fan(const std::vector<LayerPlan>& layers, int sign)
{
    const LayerPlan* worst = nullptr;
    double most = 0;
    for (const LayerPlan& layer : layers) {
        if (!counts_wrong_fan(layer.weight, layer.shape()))
            continue;
        const double ln = std::log(fan_factor(layer.weight, layer.shape()));
        if (const double size = sign == 0 ? std::abs(ln) : sign * ln; size > most) {
            most = size;
            worst = &layer;
        }
    }
    return worst;
}

double swing_by_fans(const std::vector<LayerPlan>& layers)
{
    double sum = 0, low = 0, high = 0;
    for (const LayerPlan& layer : layers) {
        if (misread(layer.weight.parameters) || counts_outputs(layer.weight)
            || transposed_fan(layer.weight, layer.shape()) != Fan::none)
            sum += std::log(fan_factor(layer.weight, layer.shape()));
        low = std::min(low, sum);
        high = std::max(high, sum);
    }
    return high - low;
}

}   // namespace stepzero
