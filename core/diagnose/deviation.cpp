// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/deviation.h"

#include <algorithm>
#include <cmath>

#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);

/// What is left of a difference beyond what theory leaves open.
double beyond(double log10_difference, double uncertainty)
{
    return std::copysign(std::max(0.0, std::abs(log10_difference) - uncertainty / ln10), log10_difference);
}

std::optional<double> of_rms(
    const Distribution& measured, const Distribution* over_replicas, const Predicted& predicted, int replicas)
{
    if (!std::isfinite(measured.rms) || !predicted.log10 || !std::isfinite(*predicted.log10))
        return std::nullopt;
    const double log10_measured = measured.log10_of(measured.rms);
    if (predicted.spread)
        return *predicted.spread > 0 ? std::optional(rms_deviation(
                   log10_measured, *predicted.log10 + predicted.shift / ln10, *predicted.spread, replicas))
                                     : std::nullopt;
    if (!over_replicas || !(over_replicas->rms > 0))
        return std::nullopt;
    const double relative = std::pow(10.0, over_replicas->log10_of(over_replicas->rms) - log10_measured);
    return beyond(log10_measured - *predicted.log10, predicted.uncertainty) * ln10
        / std::sqrt(std::log1p(relative * relative));
}

}   // namespace

double rms_deviation(double log10_measured, double log10_predicted, double spread, int replicas)
{
    const double variance = spread * spread;
    // 1 + (e^v − 1)/R, without overflow for networks so deep that e^v is beyond double.
    const double of_mean
        = variance > 700 ? variance - std::log(double(replicas)) : std::log1p(std::expm1(variance) / replicas);
    const double drift = -variance / 2 - of_mean / 2;
    return ((log10_measured - log10_predicted) * ln10 - drift) / spread;
}

bool is_wide(const NetworkPlan& plan)
{
    return std::none_of(plan.layers.begin(), plan.layers.end(),
        [](const LayerPlan& l) { return std::min(l.fan_in, l.units()) < thresholds::lawful_units; });
}

bool is_lawful(const Predicted& size) { return size.spread && *size.spread <= thresholds::lawful_spread; }

Deviations deviations(const Measurement& measurement, const Prediction& prediction, int layer)
{
    const BlockRecord* over_replicas = measurement.spread_of(layer);
    const auto of = [&](const Distribution* measured, const Distribution* spread, const Predicted* predicted) {
        return measured && predicted ? of_rms(*measured, spread, *predicted, measurement.replicas) : std::nullopt;
    };
    const Reading& at = measurement.reading;
    Deviations result;
    result.preactivation
        = of(measurement.preactivation(layer), over_replicas ? over_replicas->value(at.preactivation) : nullptr,
            prediction.preactivation(layer, Quantity::rms));
    result.activation = of(measurement.output(layer), over_replicas ? over_replicas->value(at.output) : nullptr,
        prediction.output(layer, Quantity::rms));
    result.gradient = of(measurement.gradient(layer), over_replicas ? over_replicas->gradient(at.gradient) : nullptr,
        prediction.gradient(layer));
    const auto found = measurement.number(layer, Quantity::decorrelation);
    if (const Predicted* p = prediction.preactivation(layer, Quantity::decorrelation); p && found) {
        const auto sigma = p->spread ? p->spread
            : over_replicas          ? over_replicas->number(at.preactivation, Quantity::decorrelation)
                                     : std::nullopt;
        if (sigma && *sigma > 0)
            result.decorrelation = (*found - p->value) / *sigma;
    }
    return result;
}

}   // namespace stepzero
