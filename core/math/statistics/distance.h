// SPDX-License-Identifier: GPL-3.0-or-later
// How far apart two distributions are: the Wasserstein-1 distance ∫ |F(x) − G(x)| dx of their distribution functions.
// It is how far an entry has to move on average for one distribution to become the other. For two distributions of the
// same shape it is their shift; for two centred normal ones it is |σ₁ − σ₂| √(2/π).
//
// Distributions are known as histograms. Spreading the entries of a bin over its width moves each by half a width on
// average at most, so this distance is exact to half a bin of each histogram. The Kolmogorov–Smirnov distance max |F −
// G| is not: it can be wrong by all entries of a bin, such as the zeros of a ReLU, and it is 1 for any two
// distributions that do not overlap.
#pragma once

#include <optional>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Returns the distribution function as a polyline: 0 before its first point and constant after its last one. It jumps
/// where two points have the same x. Samples need not be sorted. Precondition: there is at least one entry.
Curve distribution_function(const Histogram& histogram);
Curve distribution_function(std::vector<double> sample);

/// Returns ∫ |F − G| dx of two such polylines.
double wasserstein_distance(const Curve& f, const Curve& g);

struct DistributionDistance {
    double length = 0;   ///< Wasserstein-1 distance in the unit of the entries
    double sigmas = 0;   ///< in units of the standard deviation of the first distribution
    double std_ratio = 1;   ///< standard deviation of the second distribution over that of the first
};

/// Returns how far `second` is from `first`. Absent where one of them has no entries or numbers that are not finite,
/// and where all entries of the first are equal.
std::optional<DistributionDistance> distance_between(const Distribution& first, const Distribution& second);

}   // namespace stepzero
