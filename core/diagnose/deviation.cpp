// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/deviation.h"

#include <cmath>

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);

std::optional<double> of_rms(const Distribution& measured, const Distribution* over_replicas, double log10_predicted,
    std::optional<double> spread, double shift, int replicas)
{
    if (!std::isfinite(measured.rms) || !std::isfinite(log10_predicted))
        return std::nullopt;
    const double log10_measured = measured.log10_of(measured.rms);
    if (spread)
        return *spread > 0
            ? std::optional(rms_deviation(log10_measured, log10_predicted + shift / ln10, *spread, replicas))
            : std::nullopt;
    if (!over_replicas || !(over_replicas->rms > 0))
        return std::nullopt;
    const double relative = std::pow(10.0, over_replicas->log10_of(over_replicas->rms) - log10_measured);
    return (log10_measured - log10_predicted) * ln10 / std::sqrt(std::log1p(relative * relative));
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

Deviations deviations(const Measurement& measurement, const Prediction& prediction, int layer)
{
    Deviations result;
    const auto l = std::size_t(layer - 1);
    if (l >= prediction.layers.size() || !prediction.layers[l])
        return result;
    const LayerPrediction& p = *prediction.layers[l];
    const LayerMeasurement& m = measurement.layers[l];
    const LayerMeasurement* spread = measurement.spread.empty() ? nullptr : &measurement.spread[l];
    const int replicas = measurement.replicas;
    result.preactivation = of_rms(m.preactivation, spread ? &spread->preactivation : nullptr, p.log10_preactivation_rms,
        p.preactivation_spread, p.preactivation_shift, replicas);
    result.activation = of_rms(m.output, spread ? &spread->output : nullptr, p.log10_activation_rms,
        p.activation_spread, p.activation_shift, replicas);
    if (m.gradient && p.log10_gradient_rms)
        result.gradient = of_rms(*m.gradient, spread && spread->gradient ? &*spread->gradient : nullptr,
            *p.log10_gradient_rms, p.gradient_spread, p.gradient_shift, replicas);
    const auto sigma = p.decorrelation_spread ? p.decorrelation_spread : spread ? spread->decorrelation : std::nullopt;
    if (m.decorrelation && p.decorrelation && sigma && *sigma > 0)
        result.decorrelation = (*m.decorrelation - *p.decorrelation) / *sigma;
    return result;
}

}   // namespace stepzero
