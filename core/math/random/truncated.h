// SPDX-License-Identifier: GPL-3.0-or-later
// The standard normal distribution given low < x < high: its moments and quantiles. They are accurate also far out in a
// tail, where the probability of the interval is below the smallest double.
#pragma once

#include "core/math/random/blocks.h"

namespace stepzero {

/// A standard normal distribution restricted to an interval. Precondition: low < high; either may be infinite.
class TruncatedNormal {
public:
    TruncatedNormal(double low, double high);

    struct Moments {
        double mean, variance;
    };
    Moments moments() const;   ///< accurate to 1e-12; the variance is about the mean
    double density(double x) const;   ///< 0 outside [low, high]
    double quantile(double p) const;   ///< 0 < p < 1

    /// Writes the quantiles at 64 random words, with a relative error of 1e-6. It is fast wherever the interval reaches
    /// below 3 on the side of the longer tail.
    void quantiles(const BitBlock& bits, float* out) const;

private:
    double low_, high_;   // as passed to the constructor
    bool mirrored_;   // the computation uses the mirror image, which has the smaller tail on the right
    double a_, b_;   // low and high of the possibly mirrored interval; a_ > −b_
    double log_tail_a_;   // ln Q(a_)
    double ratio_;   // Q(b_)/Q(a_)
};

/// Returns ln Q(x) for any x, where Q(x) = P(g > x) for g ~ N(0, 1).
double log_upper_tail(double x);

}   // namespace stepzero
