// SPDX-License-Identifier: GPL-3.0-or-later
// Computes which entries of a tensor a low-precision format loses by overflow or underflow.
#pragma once

#include "core/math/statistics/distribution.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Returns whether the largest entry times 2^shift exceeds the format, even if the format saturates. An entry that
/// rounds to the largest number does not overflow.
bool overflows(const Distribution& distribution, const FloatRange& range, double shift = 0);

/// Returns the fraction of nonzero entries that, times 2^shift, round to 0: those up to half the smallest subnormal. It
/// is computed from the histogram, so it is accurate to one bin. The bin that contains 0 is assumed to be as full as
/// its neighbors; the excess counts as exact zeros, which lose nothing.
double underflow_share(const Distribution& distribution, const FloatRange& range, double shift = 0);

}   // namespace stepzero
