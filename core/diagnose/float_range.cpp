// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/float_range.h"

#include <algorithm>
#include <cmath>

#include "core/math/statistics/magnitude.h"

namespace stepzero {

namespace {

/// Returns log2 of a number of a distribution, −inf for 0.
double log2_of(const Distribution& d, double number) { return std::log2(std::abs(number)) + double(d.exponent); }

double largest_magnitude(const Distribution& d) { return std::max(std::abs(d.min), std::abs(d.max)); }

double overlap(double low, double high, double from, double to)
{
    return std::max(0.0, std::min(high, to) - std::max(low, from));
}

}   // namespace

bool overflows(const Distribution& distribution, const FloatRange& range, double shift)
{
    // Rounding to nearest overflows half a unit in the last place above the largest number.
    const double half_unit = std::ldexp(1, std::ilogb(range.largest) - range.significant_bits);
    return log2_of(distribution, largest_magnitude(distribution)) + shift >= std::log2(range.largest + half_unit);
}

double underflow_share(const Distribution& distribution, const FloatRange& range, double shift)
{
    const double log2_lost = std::log2(range.smallest_subnormal) - 1 - shift;
    const double largest = largest_magnitude(distribution);
    if (largest == 0 || !std::isfinite(largest))
        return 0;
    if (log2_of(distribution, largest) <= log2_lost)
        return 1;
    const double lost = std::exp2(log2_lost - double(distribution.exponent));   // in the unit of the histogram
    if (!(distribution.histogram.bin_width() > 0))
        return 0;
    const NonzeroCounts counts(distribution.histogram);
    const auto bin_below = [&](double x) {   // or one that is a little lower
        return std::ptrdiff_t(std::clamp((x - counts.low(0)) / counts.width() - 1, 0.0, double(counts.size())));
    };
    double within = 0;
    for (std::ptrdiff_t i = bin_below(-lost); i < counts.size() && counts.low(i) < lost; ++i) {
        const double low = counts.low(i);
        within += counts[i] * overlap(low, low + counts.width(), -lost, lost) / counts.width();
    }
    return counts.total() > 0 ? within / counts.total() : 0;
}

}   // namespace stepzero
