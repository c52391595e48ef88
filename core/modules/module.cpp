// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/module.h"

#include <cmath>

namespace stepzero {

void Pass::check(const Site& site, const Signal& signal, bool gradient) const
{
    // An infinity or a NaN also shows in the sum of squares, which finite floats cannot overflow.
    const bool finite = std::isfinite(signal.moments.m2) && std::isfinite(signal.moments.mean);
    if (finite && (gradient || followed(signal)))
        return;
    const NotFinite where {.site = site, .gradient = gradient, .below = signal.exponent < 0};
    recorder.lost(where);
    throw where;
}

void Pass::value(const Site& site, const Signal& signal) const
{
    check(site, signal);
    recorder.value(site, signal, context);
}

void Pass::gradient(const Site& site, const Signal& signal) const
{
    check(site, signal, true);
    recorder.gradient(site, signal, context);
}

}   // namespace stepzero
