// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/layer_outputs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/math/linear/chebyshev.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

/// The outputs when positions differ. They are computed at a few lengths and interpolated between these.
class OutputsByPosition {
public:
    OutputsByPosition(const LayerLaw& law, const PositionField& q)
    {
        const auto at = [&](double ln_q) {
            return outputs_at(law, ln_q, followed_moments(law.unit->expectation, ln_q, law.bias_mean));
        };
        double low = infinity, high = -infinity;
        for (const double ln_q : q.ln())
            if (ln_q > -infinity) {
                low = std::min(low, ln_q);
                high = std::max(high, ln_q);
            } else {
                zero_ = at(-infinity);
            }
        if (high > -infinity)
            known_ = Chebyshev<6>(low, high, [&](double ln_q) {
                const LayerOutputs o = at(ln_q);
                return std::array {o.mean, o.ln_square, o.ln_variance, o.ln_slope, o.zeros, o.saturated};
            });
    }

    LayerOutputs operator()(double ln_q) const
    {
        if (ln_q == -infinity)
            return zero_;
        const auto [mean, ln_square, ln_variance, ln_slope, zeros, saturated] = known_(ln_q);
        return {mean, ln_square, ln_variance, ln_slope, zeros, saturated};
    }

private:
    Chebyshev<6> known_;
    LayerOutputs zero_;   // for ln q = −∞
};

}   // namespace

FollowedMoments followed_moments(const GaussianExpectation& expectation, double ln_q, double mean)
{
    FollowedMoments result;
    if (ln_q == -infinity) {
        result.at = expectation.moments(0, mean);
        return result;
    }
    const double near = std::clamp(ln_q, -largest_ln_square, largest_ln_square), beyond = (ln_q - near) / 2;
    result.at = expectation.moments(std::exp(near), mean);
    if (beyond == 0)
        return result;
    const Limits& limits = expectation.phi().limits();
    if (limits.homogeneous && mean == 0) {
        result.ln_value = result.ln_deviation = limits.degree * beyond;
        result.ln_derivative = (limits.degree - 1) * beyond;
    } else if (beyond < 0) {
        result.ln_value = limits.zero_at_zero && mean == 0 ? beyond : 0;
        result.ln_deviation = beyond;
    } else if (!limits.bounded) {
        result.ln_value = result.ln_deviation = limits.degree * beyond;
        result.ln_derivative = (limits.degree - 1) * beyond;
    } else
        result.ln_derivative = -beyond / 2;   // φ' is not small in a range of z that does not grow with √q
    return result;
}

const FollowedMoments& LayerMoments::operator()(const LayerLaw& law, double ln_q)
{
    const bool same = law.unit == unit_ && law.bias_mean == mean_ && (ln_q == ln_q_ || std::abs(ln_q - ln_q_) < 1e-14);
    if (!same) {
        moments_ = followed_moments(law.unit->expectation, ln_q, law.bias_mean);
        unit_ = law.unit;
        ln_q_ = ln_q;
        mean_ = law.bias_mean;
    }
    return moments_;
}

LayerOutputs outputs_at(const LayerLaw& law, double ln_q, const FollowedMoments& m)
{
    const double deviation = std::exp(ln_q / 2);
    return {.mean = m.at.mean == 0 ? 0 : std::copysign(std::exp(ln(std::abs(m.at.mean)) + m.ln_value), m.at.mean),
        .ln_square = ln(m.at.square) + 2 * m.ln_value,
        .ln_variance = ln(m.at.variance) + 2 * m.ln_deviation,
        .ln_slope = ln(m.at.derivative_square) + 2 * m.ln_derivative,
        .zeros = law.unit->ranges.zero_fraction(law.bias_mean, deviation),
        .saturated = law.unit->ranges.saturated_fraction(law.bias_mean, deviation)};
}

LayerOutputs outputs_of(const LayerLaw& law, const PositionField& q, PositionField& squares, PositionField& slopes)
{
    const OutputsByPosition at(law, q);
    std::vector<double> each_square, each_slope, variances;
    LayerOutputs all;
    const auto n = double(q.ln().size());
    double means_square = 0;
    for (const double ln_q : q.ln()) {
        const LayerOutputs here = at(ln_q);
        each_square.push_back(here.ln_square);
        each_slope.push_back(here.ln_slope);
        variances.push_back(here.ln_variance);
        all.mean += here.mean / n;
        means_square += here.mean * here.mean / n;
        all.zeros += here.zeros / n;
        all.saturated += here.saturated / n;
    }
    squares = PositionField(std::move(each_square));
    slopes = PositionField(std::move(each_slope));
    all.ln_square = squares.mean();
    all.ln_slope = slopes.mean();
    all.ln_variance = PositionField(std::move(variances)).mean();
    if (const double of_means = means_square - all.mean * all.mean; of_means > 1e-14 * means_square)
        all.ln_variance = log_sum(all.ln_variance, std::log(of_means));
    return all;
}

}   // namespace stepzero
