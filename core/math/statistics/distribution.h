// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of the entries of a tensor: moments, quantiles and a histogram, accumulated in float64.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepzero {

/// Equal bins over [low, high]; entries at high fall into the last bin. low == high: all entries are equal.
/// Counts of replicas add up. In the same unit as the Distribution that holds it.
struct Histogram {
    double low = 0, high = 0;
    std::vector<double> counts;

    double bin_width() const { return counts.empty() ? 0 : (high - low) / double(counts.size()); }
    double bin_center(std::size_t i) const { return low + (double(i) + 0.5) * bin_width(); }
    double total() const;
};

inline constexpr std::array<double, 7> quantile_levels {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// Moments over all entries. Numbers are in units of 2^exponent, so that a signal beyond the range of
/// double can still be followed; exponent is 0 for everything ordinary.
struct Distribution {
    double count = 0;
    double mean = 0, std = 0, rms = 0, min = 0, max = 0;   ///< std: population, as numpy.std
    std::array<double, 7> quantiles {};   ///< at quantile_levels, right to one histogram bin
    Histogram histogram;
    std::int64_t exponent = 0;

    /// One of the numbers above as a plain double: may be ±inf or 0 beyond the range of double.
    double plain(double number) const;
    /// log10 |number|, −inf for zero. Finite wherever the signal was followed.
    double log10_of(double number) const;
};

/// The distribution of scale·x + shift where x has distribution d (d.exponent must be 0).
Distribution affine(const Distribution& d, double scale, double shift);

/// The histogram over other equal bins; counts are shared out by overlap, those outside go to the end bins.
Histogram rebinned(const Histogram& histogram, double low, double high, std::size_t bins);

/// A curve y(x) sampled at rising x.
struct Curve {
    std::vector<double> x, y;
};

/// Gaussian kernel density estimate from a histogram, Scott's bandwidth std·n^(−1/5) but at least one bin; normalized
/// to 1, at equal steps. Where entries end abruptly it ends, at its full height. Empty when all entries are equal.
Curve density_estimate(const Distribution& distribution, int points = 201);

}   // namespace stepzero
