// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/token_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/theory/token_stream.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

/// A polynomial through values at Chebyshev nodes (second barycentric formula).
class Interpolation {
public:
    Interpolation(double low, double high, int most)
    {
        const int points = high - low > 1e-9 * std::max(1.0, std::abs(high)) ? most : 1;
        for (int i = 0; i < points; ++i) {
            const double angle = std::numbers::pi * (i + 0.5) / points;
            nodes_.push_back((low + high) / 2 + (points == 1 ? 0 : (high - low) / 2 * std::cos(angle)));
            weights_.push_back((i % 2 ? -1 : 1) * std::sin(angle));
        }
    }
    const std::vector<double>& nodes() const { return nodes_; }

    /// Evaluates several functions at once.
    template <std::size_t n>
    std::array<double, n> operator()(const std::vector<std::array<double, n>>& values, double x) const
    {
        std::array<double, n> sums {};
        double total = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const double away = x - nodes_[i];
            if (away == 0)
                return values[i];
            const double weight = weights_[i] / away;
            total += weight;
            for (std::size_t k = 0; k < n; ++k)
                sums[k] += weight * values[i][k];
        }
        for (double& sum : sums)
            sum /= total;
        return sums;
    }

private:
    std::vector<double> nodes_, weights_;
};

}   // namespace

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
    std::vector<std::array<double, 2>> values;   // mean squares of φ and φ'
    const Interpolation lengths(log_q.minCoeff(), log_q.maxCoeff(), 6);
    for (const double q : lengths.nodes()) {
        const PreactivationMoments m = phi.moments(std::exp(q));
        values.push_back({m.square, m.derivative_square});
    }
    for (Index k = 0; k < n; ++k) {
        const auto [value, slope] = lengths(values, log_q[k]);
        result.value.own[k] = value;
        result.slope.own[k] = slope;
    }
    // Near c = 1, the contribution of a kink behaves as a power of √(1 − c), in which the rest is smooth as well.
    const ArrayXXd away = (1 - z.cosines()).max(0).min(2).sqrt();
    const Interpolation cosines(away.minCoeff(), away.maxCoeff(), 6);
    const PreactivationMoments typical = phi.moments(mean);
    values.clear();
    for (const double root : cosines.nodes()) {
        const PairMoments m = phi.pair(mean, mean, std::clamp(root * root, 0.0, 2.0));
        values.push_back({typical.square > 0 ? m.product / typical.square : 0,
            typical.derivative_square > 0 ? m.derivative_product / typical.derivative_square : 0});
    }
    const ArrayXd length = result.value.own.max(0).sqrt(), steepness = result.slope.own.max(0).sqrt();
    for (Index l = 0; l < n; ++l)
        for (Index k = 0; k <= l; ++k) {
            const auto [value, slope] = cosines(values, away(k, l));
            result.value.across(k, l) = result.value.across(l, k) = length[k] * length[l] * value;
            result.slope.across(k, l) = result.slope.across(l, k) = steepness[k] * steepness[l] * slope;
        }
    return result;
}

}   // namespace stepzero
