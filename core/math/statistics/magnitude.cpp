// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/magnitude.h"

#include "core/base/words/nan.h"

#include <limits>
#include <utility>

namespace stepzero {

namespace {

/// Points where the density of |x| changes, and by how much.
using Changes = std::vector<std::pair<double, double>>;

void add_even(Changes& changes, double low, double high, double density)
{
    if (density <= 0 || !(high > low))
        return;
    changes.emplace_back(low, density);
    changes.emplace_back(high, -density);
}

}   // namespace

double log2_rms(const Distribution& d) { return std::log2(d.rms) + double(d.exponent); }

double log2_largest(const Distribution& d)
{
    return d.count > 0 ? std::log2(std::max(std::abs(d.min), std::abs(d.max))) + double(d.exponent) : nan;
}

double log2_magnitude_quantile(const Distribution& d, double level)
{
    const double largest = std::max(std::abs(d.min), std::abs(d.max));
    if (!(d.count > 0 && largest > 0 && std::isfinite(largest)))
        return nan;
    const Histogram& h = d.histogram;
    if (h.counts.empty())
        return nan;
    const double width = h.bin_width();
    if (!(width > 0))
        return std::log2(largest) + double(d.exponent);
    Changes changes;
    for (std::size_t i = 0; i < h.counts.size(); ++i) {
        const double low = h.low + double(i) * width, high = low + width;
        if (low <= 0 && high > 0) {
            const double before = i > 0 ? h.counts[i - 1] : 0, behind = i + 1 < h.counts.size() ? h.counts[i + 1] : 0;
            const double density = std::min(h.counts[i], std::max(before, behind)) / width;
            add_even(changes, 0, -low, density);
            add_even(changes, 0, high, density);
        } else {
            add_even(changes, low > 0 ? low : -high, low > 0 ? high : -low, h.counts[i] / width);
        }
    }
    std::sort(changes.begin(), changes.end());
    const auto sweep = [&changes](double wanted) {   // |x| below which `wanted` entries lie, and their number
        double at = 0, density = 0, below = 0;
        for (const auto& [next, change] : changes) {
            const double here = density * (next - at);
            if (below + here >= wanted && density > 0)
                return std::pair(at + (wanted - below) / density, wanted);
            below += here;
            at = next;
            density += change;
        }
        return std::pair(at, below);
    };
    const double all = sweep(std::numeric_limits<double>::infinity()).second;
    return all > 0 ? std::log2(sweep(level * all).first) + double(d.exponent) : nan;
}

}   // namespace stepzero
