// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/magnitude.h"

#include "core/base/words/nan.h"

#include <algorithm>
#include <iterator>
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

/// Sorts changes that are in order but for the rounding of neighbours.
void sort_neighbours(Changes& changes)
{
    for (std::size_t i = 1; i < changes.size(); ++i)
        for (std::size_t k = i; k > 0 && changes[k] < changes[k - 1]; --k)
            std::swap(changes[k], changes[k - 1]);
}

/// Returns the sorted changes of a histogram whose bins are `width` wide.
Changes changes_of(const Histogram& h, double width)
{
    const std::size_t n = h.counts.size();
    Changes negative, positive, all;
    for (Changes* changes : {&negative, &positive, &all})
        changes->reserve(2 * n + 4);
    const auto low = [&](std::size_t i) { return h.low + double(i) * width; };
    for (std::size_t i = 0; i < n; ++i) {
        const double from = low(i), to = from + width;
        if (from <= 0 && to > 0) {
            const double before = i > 0 ? h.counts[i - 1] : 0, behind = i + 1 < n ? h.counts[i + 1] : 0;
            const double density = std::min(h.counts[i], std::max(before, behind)) / width;
            add_even(negative, 0, -from, density);
            add_even(positive, 0, to, density);
        } else if (from > 0) {
            add_even(positive, from, to, h.counts[i] / width);
        }
    }
    for (std::size_t i = n; i-- > 0;)
        if (const double from = low(i), to = from + width; to <= 0)
            add_even(negative, -to, -from, h.counts[i] / width);
    sort_neighbours(negative);
    sort_neighbours(positive);
    std::ranges::merge(negative, positive, std::back_inserter(all));
    return all;
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
    const Changes changes = changes_of(h, width);
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
