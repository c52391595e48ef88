// SPDX-License-Identifier: GPL-3.0-or-later
// Magnitudes of a tensor's entries, independent of their signs. They show which exponents of a number format a tensor
// needs.
#pragma once

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Returns log2 max |x|, also beyond the range of double. −inf when all entries are 0, NaN without entries.
double log2_largest(const Distribution& distribution);

/// Returns log2 of the RMS, also beyond the range of double.
double log2_rms(const Distribution& distribution);

/// Returns log2 of the `level` quantile of |x| over the nonzero entries, or NaN when there are none or they were not
/// counted. It is computed from the histogram and accurate to one bin. The bin that contains 0 is taken to be as dense
/// as its neighbours; the excess counts as zeros. Precondition: 0 < level < 1.
double log2_magnitude_quantile(const Distribution& distribution, double level);

}   // namespace stepzero
