// SPDX-License-Identifier: GPL-3.0-or-later
// What of a tensor a format of few bits loses.
#pragma once

#include "core/math/statistics/distribution.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Whether the largest entry, times 2^shift, is beyond the format, whether or not it saturates. Rounding up to the
/// largest number counts as within.
bool overflows(const Distribution& distribution, const FloatRange& range, double shift = 0);

/// Share of the entries that are not 0 but, times 2^shift, round to 0: those up to half the smallest subnormal. From
/// the histogram, so right to a bin; the bin that holds 0 is taken as even with its neighbours, and what stands out of
/// them as zeros, which nothing is lost of.
double underflow_share(const Distribution& distribution, const FloatRange& range, double shift = 0);

}   // namespace stepzero
