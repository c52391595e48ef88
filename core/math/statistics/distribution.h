// SPDX-License-Identifier: GPL-3.0-or-later
// A summary of a tensor's entries: moments, quantiles and a histogram, accumulated in float64.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepzero {

/// Equal bins over [low, high]; entries equal to high fall into the last bin. low == high: all entries are equal.
/// Counts of replicas are summed. Numbers are in the unit of the Distribution that holds the histogram.
struct Histogram {
    double low = 0, high = 0;
    std::vector<double> counts;

    double bin_width() const { return counts.empty() ? 0 : (high - low) / double(counts.size()); }
    double bin_center(std::size_t i) const { return low + (double(i) + 0.5) * bin_width(); }
    double total() const;
};

inline constexpr std::array<double, 7> quantile_levels {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// Moments over all entries. Numbers are in units of 2^exponent, so that a signal beyond the range of double can still
/// be followed. The exponent is 0 for ordinary signals.
struct Distribution {
    double count = 0;
    double mean = 0, std = 0, rms = 0, min = 0, max = 0;   ///< std: population standard deviation, as numpy.std
    std::array<double, 7> quantiles {};   ///< at quantile_levels, accurate to one histogram bin
    Histogram histogram;
    std::int64_t exponent = 0;

    /// Returns one of the numbers above as a plain double, which is ±inf or 0 beyond the range of double.
    double plain(double number) const;
    /// Returns log10 |number|, −inf for zero. Finite as long as the signal was followed.
    double log10_of(double number) const;
};

/// Returns the distribution of scale·x + shift where x has distribution d (d.exponent must be 0).
Distribution affine(const Distribution& d, double scale, double shift);

/// Returns the histogram over other equal bins. Counts are split by overlap; those outside go to the end bins.
Histogram rebinned(const Histogram& histogram, double low, double high, std::size_t bins);

/// Returns equal bins without counts that cover all of the histograms, of which there is at least one. They are as
/// narrow as the narrowest histogram needs in order to have all its bins, or `most` of them, but there are at most
/// 4 · `most`. Where all entries are equal, it is one bin around them.
Histogram common_bins(const std::vector<const Histogram*>& all, std::size_t most);

/// A curve y(x) sampled at increasing x.
struct Curve {
    std::vector<double> x, y;
};

/// Returns a Gaussian kernel density estimate from a histogram at equal steps, normalized to 1. The bandwidth is
/// Scott's std·n^(−1/5), but at least one bin. Where the entries end abruptly, the curve ends at full height. Empty
/// when all entries are equal.
Curve density_estimate(const Distribution& distribution, int points = 201);

}   // namespace stepzero
