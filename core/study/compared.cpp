// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/compared.h"

#include <cmath>

namespace stepzero {

namespace {

/// log10 of a size; absent for what was not seen, or lost.
std::optional<double> log10_size(const BlockRecord& block, const Site& site, Quantity size)
{
    const Distribution* d = size == Quantity::gradient_rms ? block.gradient(site.role) : block.value(site.role);
    const double number = !d ? HUGE_VAL : size == Quantity::std ? d->std : d->rms;
    return d && d->count > 0 && std::isfinite(number) ? std::optional(d->log10_of(number)) : std::nullopt;
}

}   // namespace

Compared compared_size(const Study& study, const Site& site, Quantity size)
{
    const Measurement& m = *study.measurement;
    const Predicted* p = study.prediction->block(site.block).find(site.role, size);
    Compared result {p ? p->log10 : std::nullopt, log10_size(m.block(site.block), site, size)};
    if (!result.measured || !std::isfinite(result.theory.value_or(HUGE_VAL)))
        return result;
    const BlockRecord* over_replicas = m.spread_of(site.block);
    const auto sd = over_replicas ? log10_size(*over_replicas, site, size) : std::nullopt;
    if (p->spread && *p->spread > 0)
        result.sigmas
            = rms_deviation(*result.measured, *result.theory + p->shift / std::log(10), *p->spread, m.replicas);
    else if (!p->spread && sd && std::isfinite(*sd) && std::isfinite(*result.measured))
        result.sigmas = (*result.measured - *result.theory) * std::log(10) / std::pow(10, *sd - *result.measured);
    return result;
}

Compared compared_number(const Study& study, const Site& site, Quantity quantity)
{
    const Measurement& m = *study.measurement;
    const Predicted* p = study.prediction->block(site.block).find(site.role, quantity);
    Compared result {p ? std::optional(p->value) : std::nullopt, m.block(site.block).number(site.role, quantity)};
    if (result.measured && !std::isfinite(*result.measured))
        result.measured.reset();
    if (!result.theory || !result.measured)
        return result;
    const BlockRecord* over_replicas = m.spread_of(site.block);
    const auto sd = p->spread ? p->spread : over_replicas ? over_replicas->number(site.role, quantity) : std::nullopt;
    const double off = *result.measured - *result.theory;
    constexpr double absolute = 1e-13, relative = 1e-7;   // that signals of float32 leave of the number
    if (sd && *sd > 0 && std::abs(off) > absolute + relative * std::abs(*result.theory))
        result.sigmas = off / *sd;
    return result;
}

}   // namespace stepzero
