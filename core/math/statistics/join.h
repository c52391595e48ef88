// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and distributions of several replicas as one, with their scatter.
#pragma once

#include <utility>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Standard deviation with n − 1; 0 for one number.
struct MeanAndSpread {
    double mean = 0, sd = 0;
};
MeanAndSpread mean_and_spread(const std::vector<double>& numbers);

/// The mean and the standard deviation over replicas of every number of a distribution; histograms add up. Numbers may
/// have been followed out of double's range: the exponent is that of the largest.
std::pair<Distribution, Distribution> joined(const std::vector<const Distribution*>& all);

}   // namespace stepzero
