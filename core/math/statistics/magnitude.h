// SPDX-License-Identifier: GPL-3.0-or-later
// Magnitudes of a tensor's entries, independent of their signs. They show which exponents of a number format a tensor
// needs.
#pragma once

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// The counts of a histogram without exact zeros: the bin that contains 0 is taken to be as full as its neighbours, and
/// the excess counts as zeros. Refers to the histogram, whose bins must have a width above 0.
class NonzeroCounts {
public:
    explicit NonzeroCounts(const Histogram& histogram);

    double operator[](std::ptrdiff_t bin) const;
    double total() const { return total_; }
    std::ptrdiff_t size() const { return std::ptrdiff_t(histogram_.counts.size()); }
    double width() const { return width_; }
    double low(std::ptrdiff_t bin) const { return histogram_.low + double(bin) * width_; }   ///< lower end of a bin

    /// Bins below end_negative() hold numbers up to 0, those from first_positive() on numbers above it. 0 is within the
    /// bins in between: usually one, none when all numbers have one sign, and two when rounding makes them overlap.
    std::ptrdiff_t end_negative() const { return end_negative_; }
    std::ptrdiff_t first_positive() const { return first_positive_; }

private:
    const Histogram& histogram_;
    double width_, total_ = 0;
    std::ptrdiff_t end_negative_ = 0, first_positive_ = 0;
};

/// Returns log2 max |x|, also beyond the range of double. −inf when all entries are 0, NaN without entries.
double log2_largest(const Distribution& distribution);

/// Returns log2 of the RMS, also beyond the range of double.
double log2_rms(const Distribution& distribution);

/// Returns log2 of the `level` quantile of |x| over the nonzero entries, or NaN when there are none or they were not
/// counted. It is computed from NonzeroCounts and accurate to one bin. Precondition: 0 < level < 1.
double log2_magnitude_quantile(const Distribution& distribution, double level);

}   // namespace stepzero
