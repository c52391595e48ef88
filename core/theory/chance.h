// SPDX-License-Identifier: GPL-3.0-or-later
// What a finite width does to the gradient of a stream with norms, to first order in 1/width.
//
// The mean square v of a token's (or position's) n numbers differs from one to the next: its relative variance w is 2/n
// for Gaussian numbers, 0 behind a norm. A norm multiplies a gradient's square by γ²/v, whose mean is γ²/E[v] times
// 1/(1 − w), exactly so where v is χ²; and it takes out of the gradient the direction of x, one of n, and LayerNorm the
// mean, for which its v is smaller by as much. A norm's factor is thus (1 − 1/n)/(1 − w). Where norms stand on the
// stream one after the other, the part of the direction of x that is still in x + f is out already.
//
// Other means of first order are left out: a gradient's square is a product of factors a_i, one for each norm and
// branch on its way, that are independent only in the limit. Of their variances w_i, Σ_{i<j} Cov(ln a_i, ln a_j) is at
// most half of (Σ √w_i)² − Σ w_i either way. A branch that brings the part p of the gradient counts p √w. That bound is
// the uncertainty that a prediction states.
#pragma once

#include <algorithm>
#include <cmath>

namespace stepzero {

/// Mean of a norm's factor against that of infinite width; n numbers are normalized together, and `removed` is the
/// part of their direction's square that the gradient has lost before. 1 for n = 0, which stands for infinite.
inline double norm_factor(double n, double w, double removed = 0)
{
    return n > 0 ? (1 - std::min(0.5, (1 - removed) / n)) / (1 - std::min(0.5, w)) : 1;
}

/// Relative variance of |a + f|² of directions that are independent, `part` the part of a in the sum's mean square.
inline double chance_of_sum(double part, double of_a, double of_f, double n)
{
    const double rest = 1 - part;
    return part * part * of_a + rest * rest * of_f + (n > 0 ? 4 * part * rest / n : 0);
}

/// Relative variance of the mean of φ² over n units, of E[φ⁴] and E[φ²].
inline double chance_of_units(double fourth, double square, double n)
{
    return n > 0 && square > 0 ? std::max(0.0, fourth / (square * square) - 1) / n : 0;
}

/// The factors that a gradient has come back through.
class ChanceFactors {
public:
    void pass(double part, double variance) { sum_ += part * std::sqrt(std::max(0.0, variance)); }
    /// Of ln of the gradient's RMS, either way: half of that of its square.
    double uncertainty() const { return sum_ * sum_ / 4; }

private:
    double sum_ = 0;
};

}   // namespace stepzero
