// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of a finite width on the gradient of a stream with norms, to first order in 1/width.
//
// The mean square v of the n numbers of a token (or position) varies between tokens. Its relative variance w is 2/n for
// Gaussian numbers and 0 after a norm. A norm multiplies the square of a gradient by γ²/v. The mean of this factor is
// γ²/E[v] times 1/(1 − w), exactly so when v is χ². A norm also removes from the gradient the direction of x, one of n.
// LayerNorm also removes the mean, which reduces its v equally. The factor of a norm is therefore (1 − 1/n)/(1 − w).
// When norms on the stream follow each other, the part of the direction of x that is still in x + f has already been
// removed.
//
// Other first-order terms are ignored. The square of a gradient is a product of factors a_i, one per norm and branch on
// its way, which are independent only in the limit. With their variances w_i, |Σ_{i<j} Cov(ln a_i, ln a_j)| is at most
// half of (Σ √w_i)² − Σ w_i. A branch that carries the part p of the gradient counts as p √w. This bound is the
// uncertainty that a prediction states.
#pragma once

#include <algorithm>
#include <cmath>

namespace stepzero {

/// Returns the mean factor of a norm relative to infinite width. n numbers are normalized together; `removed` is the
/// part of their direction's square that the gradient lost before. Returns 1 for n = 0, which stands for infinite.
inline double norm_factor(double n, double w, double removed = 0)
{
    return n > 0 ? (1 - std::min(0.5, (1 - removed) / n)) / (1 - std::min(0.5, w)) : 1;
}

/// Returns the relative variance of |a + f|² for independent directions, where `part` is the part of a in the sum's
/// mean square.
inline double chance_of_sum(double part, double of_a, double of_f, double n)
{
    const double rest = 1 - part;
    return part * part * of_a + rest * rest * of_f + (n > 0 ? 4 * part * rest / n : 0);
}

/// Returns the relative variance of the mean of φ² over n units, given E[φ⁴] and E[φ²].
inline double chance_of_units(double fourth, double square, double n)
{
    return n > 0 && square > 0 ? std::max(0.0, fourth / (square * square) - 1) / n : 0;
}

/// The random factors that a gradient has passed on its way back.
class ChanceFactors {
public:
    void pass(double part, double variance) { sum_ += part * std::sqrt(std::max(0.0, variance)); }
    /// Returns the uncertainty of ln of the gradient's RMS in both directions, half that of its square.
    double uncertainty() const { return sum_ * sum_ / 4; }

private:
    double sum_ = 0;
};

}   // namespace stepzero
