// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/float_range.h"

#include <algorithm>
#include <cmath>

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
    const Histogram& h = distribution.histogram;
    const double width = h.bin_width();
    if (!(width > 0))
        return 0;
    double within = 0, all = 0;
    for (std::size_t i = 0; i < h.counts.size(); ++i) {
        const double low = h.low + double(i) * width, high = low + width;
        double count = h.counts[i];
        if (low <= 0 && high > 0) {
            const double before = i > 0 ? h.counts[i - 1] : 0, behind = i + 1 < h.counts.size() ? h.counts[i + 1] : 0;
            count = std::min(count, std::max(before, behind));
        }
        all += count;
        within += count * overlap(low, high, -lost, lost) / width;
    }
    return all > 0 ? within / all : 0;
}

}   // namespace stepzero
