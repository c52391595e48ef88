// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/module.h"

#include <cmath>

namespace stepzero {

namespace {

[[noreturn]] void lose(Recorder& recorder, const NotFinite& where)
{
    recorder.lost(where);
    throw where;
}

// An infinity or a NaN reaches the sum of squares, which finite floats cannot overflow.
bool finite(const Signal& signal) { return std::isfinite(signal.moments.m2) && std::isfinite(signal.moments.mean); }

}   // namespace

void Pass::value(const Site& site, const Signal& signal) const
{
    if (!finite(signal) || std::abs(signal.exponent) > followed_exponent)
        lose(recorder, {.site = site, .below = signal.exponent < 0});
    recorder.value(site, signal, context);
}

void Pass::gradient(const Site& site, const Signal& signal) const
{
    if (!finite(signal))
        lose(recorder, {.site = site, .gradient = true});
    recorder.gradient(site, signal, context);
}

}   // namespace stepzero
