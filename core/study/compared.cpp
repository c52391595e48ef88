// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compared.h"

#include <cmath>
#include <numbers>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

/// `sd` is the standard deviation over the replicas in the units of BlockRecord::shown(); also in the next function.
std::optional<double> sigmas_of_size(
    double measured, double theory, const Predicted& p, std::optional<double> sd, int replicas)
{
    using std::numbers::ln10;
    if (!std::isfinite(theory))
        return std::nullopt;
    if (p.spread && *p.spread > 0)
        return rms_deviation(measured * ln10, *p.ln + p.shift, *p.spread, replicas);
    if (!p.spread && sd && std::isfinite(*sd) && std::isfinite(measured))
        return (measured - theory) * ln10 / std::pow(10, *sd - measured);
    return std::nullopt;
}

/// Returns nothing when both values are equal up to the rounding of signals.
std::optional<double> sigmas_of_number(double measured, double theory, const Predicted& p, std::optional<double> sd)
{
    constexpr double absolute = 1e-13, relative = 1e-7;   // rounding errors due to float32 signals
    const double spread = p.spread.value_or(sd.value_or(0)), off = measured - theory;
    return spread > 0 && std::abs(off) > absolute + relative * std::abs(theory) ? std::optional(off / spread)
                                                                                : std::nullopt;
}

}   // namespace

Compared compared(const Study& study, const Site& site, Quantity quantity)
{
    const Measurement& m = *study.measurement;
    const BlockPrediction& prediction = study.prediction->block(site.block);
    Compared result {prediction.shown(site.role, quantity), m.block(site.block).shown(site.role, quantity)};
    if (result.measured && !(is_size(quantity) ? *result.measured < infinity : std::isfinite(*result.measured)))
        result.measured.reset();
    if (!result.theory || !result.measured)
        return result;
    const Predicted& p = *prediction.find(site.role, quantity);
    const std::optional<double> sd = m.spread_of(site.block).shown(site.role, quantity);
    result.sigmas = is_size(quantity) ? sigmas_of_size(*result.measured, *result.theory, p, sd, m.replicas)
                                      : sigmas_of_number(*result.measured, *result.theory, p, sd);
    return result;
}

}   // namespace stepzero
