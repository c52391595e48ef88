// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/token_pass.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/math/linear/chebyshev.h"
#include "core/theory/token_stream.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

Passed pass(const GaussianExpectation& phi, const TokenGram& z)
{
    const Index n = z.own.size();
    Passed result {z, z};
    const double mean = z.own.mean();
    if (!(mean > 1 / largest_square)) {
        const PreactivationMoments m = phi.moments(0);
        result.value.own = m.square;
        result.slope.own = m.derivative_square;
        result.value.across = m.square;
        result.slope.across = m.derivative_square;
        return result;
    }
    const ArrayXd log_q = z.own.max(1e-12 * mean).log();
    constexpr int points = 6;
    const auto squares = [&](double ln_q) {   // E[φ²] and E[φ'²]
        const PreactivationMoments m = phi.moments(std::exp(ln_q));
        return std::array {m.square, m.derivative_square};
    };
    const Chebyshev<2> lengths(log_q.minCoeff(), log_q.maxCoeff(), squares, points);
    for (Index k = 0; k < n; ++k) {
        const auto [value, slope] = lengths(log_q[k]);
        result.value.own[k] = value;
        result.slope.own[k] = slope;
    }
    // Near c = 1, the contribution of a kink behaves as a power of √(1 − c), in which the rest is smooth as well.
    const ArrayXXd away = (1 - z.cosines()).max(0).min(2).sqrt();
    const PreactivationMoments typical = phi.moments(mean);
    const auto products = [&](double root) {
        const PairMoments m = phi.pair(mean, mean, std::clamp(root * root, 0.0, 2.0));
        return std::array {typical.square > 0 ? m.product / typical.square : 0,
            typical.derivative_square > 0 ? m.derivative_product / typical.derivative_square : 0};
    };
    const Chebyshev<2> cosines(away.minCoeff(), away.maxCoeff(), products, points);
    const ArrayXd length = result.value.own.max(0).sqrt(), steepness = result.slope.own.max(0).sqrt();
    for (Index l = 0; l < n; ++l)
        for (Index k = 0; k <= l; ++k) {
            const auto [value, slope] = cosines(away(k, l));
            result.value.across(k, l) = result.value.across(l, k) = length[k] * length[l] * value;
            result.slope.across(k, l) = result.slope.across(l, k) = steepness[k] * steepness[l] * slope;
        }
    return result;
}

}   // namespace stepzero
