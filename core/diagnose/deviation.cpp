// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/deviation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

using std::numbers::ln10;

/// Returns the part of a difference that exceeds the uncertainty of theory.
double beyond(double difference, double uncertainty)
{
    return std::copysign(std::max(0.0, std::abs(difference) - uncertainty), difference);
}

std::optional<double> of_rms(
    const Distribution* measured, const Distribution* over_replicas, const Predicted* predicted, int replicas)
{
    if (!measured || !std::isfinite(measured->rms) || !predicted || !predicted->ln || !std::isfinite(*predicted->ln))
        return std::nullopt;
    const double log10_measured = measured->log10_of(measured->rms), ln_measured = log10_measured * ln10;
    if (predicted->spread)
        return *predicted->spread > 0
            ? std::optional(rms_deviation(ln_measured, *predicted->ln + predicted->shift, *predicted->spread, replicas))
            : std::nullopt;
    if (!over_replicas || !(over_replicas->rms > 0))
        return std::nullopt;
    const double relative = std::pow(10.0, over_replicas->log10_of(over_replicas->rms) - log10_measured);
    return beyond(ln_measured - *predicted->ln, predicted->uncertainty) / std::sqrt(std::log1p(relative * relative));
}

}   // namespace

double rms_deviation(double ln_measured, double ln_predicted, double spread, int replicas)
{
    const double variance = spread * spread;
    // 1 + (e^v − 1)/R, without overflow for networks so deep that e^v exceeds the range of double.
    const double of_mean
        = variance > 700 ? variance - std::log(double(replicas)) : std::log1p(std::expm1(variance) / replicas);
    const double drift = -variance / 2 - of_mean / 2;
    return (ln_measured - ln_predicted - drift) / spread;
}

bool is_wide(const NetworkPlan& plan)
{
    return std::none_of(plan.layers.begin(), plan.layers.end(),
        [](const LayerPlan& l) { return std::min(int(l.terms()), l.units()) < thresholds::lawful_units; });
}

bool is_lawful(const Predicted& size) { return size.spread && *size.spread <= thresholds::lawful_spread; }

Deviations deviations(const Measurement& measurement, const Prediction& prediction, int layer)
{
    const BlockRecord& spread = measurement.spread_of(layer);
    const Reading& at = measurement.reading;
    const int replicas = measurement.replicas;
    Deviations result;
    result.preactivation = of_rms(measurement.preactivation(layer), spread.value(at.preactivation),
        prediction.preactivation(layer, Quantity::rms), replicas);
    result.activation
        = of_rms(measurement.output(layer), spread.value(at.output), prediction.output(layer, Quantity::rms), replicas);
    result.gradient
        = of_rms(measurement.gradient(layer), spread.gradient(at.gradient), prediction.gradient(layer), replicas);
    const auto found = measurement.number(layer, Quantity::decorrelation);
    if (const Predicted* p = prediction.preactivation(layer, Quantity::decorrelation); p && found) {
        const auto sigma = p->spread ? p->spread : spread.number(at.preactivation, Quantity::decorrelation);
        if (sigma && *sigma > 0)
            result.decorrelation = (*found - p->value) / *sigma;
    }
    return result;
}

}   // namespace stepzero
