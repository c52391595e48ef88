// SPDX-License-Identifier: GPL-3.0-or-later
// Combines numbers and distributions of several replicas into their mean and scatter. Replicas are independent networks
// of one experiment.
#pragma once

#include <utility>
#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Mean and standard deviation (n − 1); the latter is 0 for one number.
struct MeanAndSpread {
    double mean = 0, sd = 0;
};
MeanAndSpread mean_and_spread(const std::vector<double>& numbers);

/// Returns the mean and the standard deviation over replicas of every number of a distribution; histograms are summed.
/// Numbers may have been followed beyond double's range; the result has the largest exponent.
std::pair<Distribution, Distribution> joined(const std::vector<const Distribution*>& all);

}   // namespace stepzero
