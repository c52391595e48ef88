// SPDX-License-Identifier: GPL-3.0-or-later
// How large the entries of a tensor are, without their signs.
#pragma once

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// log2 max |x|, beyond the range of double too: −inf when all entries are 0, NaN without entries.
double log2_largest(const Distribution& distribution);

/// log2 of the RMS, beyond the range of double too.
double log2_rms(const Distribution& distribution);

/// log2 of the `level` quantile of |x| over the entries that are not 0; NaN where there are none or they were not
/// counted. From the histogram, so right to a bin: the bin that holds 0 is taken as even with its neighbours, and what
/// stands out of them as zeros. Precondition: 0 < level < 1.
double log2_magnitude_quantile(const Distribution& distribution, double level);

}   // namespace stepzero
