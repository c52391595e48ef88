// SPDX-License-Identifier: GPL-3.0-or-later
// The standard normal law given low < x < high: its moments and its quantiles, also far out in a tail,
// where the probability of the interval is below the smallest double.
#pragma once

#include "core/math/random/blocks.h"

namespace stepzero {

/// Precondition: low < high; either may be infinite.
class TruncatedNormal {
public:
    TruncatedNormal(double low, double high);

    struct Moments {
        double mean, variance;
    };
    Moments moments() const;   ///< right to 1e-12, the variance about the mean
    double density(double x) const;   ///< 0 outside [low, high]
    double quantile(double p) const;   ///< 0 < p < 1

    /// Quantiles at 64 random words, to 1e-6 relative: fast wherever the interval reaches below 3 on the side of
    /// the longer tail.
    void quantiles(const BitBlock& bits, float* out) const;

private:
    double low_, high_;   // as asked for
    bool mirrored_;   // we work with the mirror image, which has the smaller tail on the right
    double a_, b_;   // low and high of what we work with; a_ > −b_
    double log_tail_a_;   // ln Q(a_)
    double ratio_;   // Q(b_)/Q(a_)
};

/// ln Q(x), Q(x) = P(g > x) for g ~ N(0, 1), for any x.
double log_upper_tail(double x);

}   // namespace stepzero
