// SPDX-License-Identifier: GPL-3.0-or-later
// The standard normal law given low < x < high: its moments and its quantiles, also far out in a tail,
// where the probability of the interval is below the smallest double.
#pragma once

namespace stepzero {

/// Precondition: low < high; either may be infinite.
class TruncatedNormal {
public:
    TruncatedNormal(double low, double high);

    double mean() const { return mean_; }
    double variance() const { return variance_; }
    double density(double x) const;   ///< 0 outside [low, high]
    double quantile(double p) const;   ///< 0 < p < 1

private:
    double low_, high_;   // as asked for
    bool mirrored_ = false;   // we work with the mirror image, which has the smaller tail on the right
    double a_, b_;   // low and high of what we work with; a_ > −b_
    double log_tail_a_ = 0;   // ln Q(a_)
    double ratio_ = 0;   // Q(b_)/Q(a_)
    double mean_ = 0, variance_ = 1;
};

/// ln Q(x), Q(x) = P(g > x) for g ~ N(0, 1), for any x.
double log_upper_tail(double x);

}   // namespace stepzero
