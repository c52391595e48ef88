// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/depth_scale_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/theory/mean_field.h"

namespace stepzero {

namespace {

const double length_step_of = std::log(10.0) / 6, correlation_step_of = 0.3;   // steps of ln q and of ln(2/d − 1)
constexpr double smallest_share = 1e-3;   // fraction of ln χ at d = 1 below which the straight lines are extrapolated
constexpr double smallest_d = 1e-14, shortest_scale = 1e-6, longest_scale = 1e12;
constexpr double smallest_slope = 1e-15;   // slope of the correlation map; smaller ones are rounding

// Interpolates with the quintic through six points, at −2 to 3 around an interval from 0 to 1.
constexpr std::size_t points = 6;
constexpr int points_before = 2, points_after = 3;
using Six = std::array<double, points>;

Six weights_at(double t)
{
    const double a = t + 2, b = t + 1, c = t, d = t - 1, e = t - 2, f = t - 3;
    return {-b * c * d * e * f / 120, a * c * d * e * f / 24, -a * b * d * e * f / 12, a * b * c * e * f / 12,
        -a * b * c * d * f / 24, a * b * c * d * e / 120};
}

double dot(const Six& weights, const Six& values)
{
    double sum = 0;
    for (std::size_t i = 0; i < points; ++i)
        sum += weights[i] * values[i];
    return sum;
}

/// Returns where the interpolation has the value β, which lies between those of the points `low` and `low` + 1.
double place_of(double beta, const Six& betas, std::size_t low)
{
    double a = double(low) - points_before, b = a + 1, t = a;
    double at_a = betas[low] - beta, at_b = betas[low + 1] - beta;
    // Regula falsi, Illinois variant: the curve is nearly straight.
    for (int n = 0, side = 0; n < 50; ++n) {
        t = at_a == at_b ? a : (a * at_b - b * at_a) / (at_b - at_a);
        const double at = dot(weights_at(t), betas) - beta;
        if (std::abs(at) < 1e-12 || b - a < 1e-12)
            break;
        if (at > 0) {
            a = t;
            at_a = at;
            if (side == 1)
                at_b /= 2;
            side = 1;
        } else {
            b = t;
            at_b = at;
            if (side == -1)
                at_a /= 2;
            side = -1;
        }
    }
    return t;
}

}   // namespace

int DepthScaleTable::interval_of(double x)
{
    return int(std::floor(std::clamp(x, std::log(shortest_scale), std::log(longest_scale)) / length_step_of));
}

std::shared_ptr<const DepthScaleTable::Row> DepthScaleTable::row(int index, const Context& context) const
{
    const double q = std::exp(index * length_step_of);
    const double derivative_square = expectation_.moments(q).derivative_square;
    auto row = std::make_shared<Row>();
    double least = 0;
    for (int j = 0;; ++j) {
        context.check();
        const double d = 2 / (1 + std::exp(j * correlation_step_of));
        const PairMoments pair = expectation_.pair(q, q, d);
        const double ratio = pair.half_square_difference / (d * q);   // R
        const double log_chi = std::log(derivative_square / ratio);
        // Rounding may leave nothing at lengths where φ is straight. Then nothing is near chaos.
        if (!(log_chi > 0))
            break;
        const double log_slope = pair.derivative_product < 0.5 * ratio
            ? std::log(std::max(pair.derivative_product / ratio, smallest_slope))
            : std::log1p((pair.derivative_product - ratio) / ratio);
        if (!(log_slope < 0))
            break;
        row->beta.push_back(std::log(log_chi));
        row->scaled.push_back(std::log(-log_chi / log_slope));
        if (j == 0)
            least = smallest_share * log_chi;
        if ((log_chi < least && j >= int(points) - 1) || d < smallest_d)
            break;
    }
    return row;
}

DepthScaleTable::Rows DepthScaleTable::rows(const std::vector<int>& intervals, const Context& context) const
{
    Rows result;
    if (intervals.empty())
        return result;
    result.first_ = intervals.front() - points_before;
    result.rows_.resize(std::size_t(intervals.back() - intervals.front() + int(points)));
    std::vector<int> missing;
    {
        const std::lock_guard lock(mutex_);
        for (const int interval : intervals)
            for (int index = interval - points_before; index <= interval + points_after; ++index)
                if (auto& row = result.rows_[std::size_t(index - result.first_)]; !row) {
                    if (const auto known = rows_.find(index); known != rows_.end())
                        row = known->second;
                    else if (missing.empty() || missing.back() < index)
                        missing.push_back(index);
                }
    }
    // Two threads that miss the same row compute it twice, with the same result; this is rare and harmless.
    context.parallel(int(missing.size()), [&](int i) {
        const int index = missing[std::size_t(i)];
        result.rows_[std::size_t(index - result.first_)] = row(index, context);
    });
    const std::lock_guard lock(mutex_);
    for (const int index : missing)
        rows_.emplace(index, result.rows_[std::size_t(index - result.first_)]);
    return result;
}

double DepthScaleTable::Rows::depth_scale(double x, double log_chi) const
{
    const int interval = interval_of(x);
    std::array<const Row*, points> around;
    std::size_t size = std::numeric_limits<std::size_t>::max();
    for (std::size_t k = 0; k < points; ++k) {
        around[k] = rows_[std::size_t(interval - points_before - first_) + k].get();
        size = std::min(size, around[k]->beta.size());
    }
    if (size < points)
        return 1 / log_chi;   // φ is straight within rounding
    const Six across
        = weights_at(std::clamp(x, std::log(shortest_scale), std::log(longest_scale)) / length_step_of - interval);
    const auto beta_at = [&](std::size_t j) {
        double sum = 0;
        for (std::size_t k = 0; k < points; ++k)
            sum += across[k] * around[k]->beta[j];
        return sum;
    };
    const auto scaled_at = [&](std::size_t j) {
        double sum = 0;
        for (std::size_t k = 0; k < points; ++k)
            sum += across[k] * around[k]->scaled[j];
        return sum;
    };
    const double beta = std::log(log_chi);
    if (beta >= beta_at(0))
        return std::exp(scaled_at(0)) / log_chi;
    if (beta <= beta_at(size - 1))
        return std::exp(scaled_at(size - 1)) / log_chi;
    std::size_t low = 0, high = size - 1;   // β decreases from low to high
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        (beta_at(middle) >= beta ? low : high) = middle;
    }
    const std::size_t from = std::clamp<std::size_t>(low, points_before, size - 1 - points_after) - points_before;
    Six betas, scaled;
    for (std::size_t j = 0; j < points; ++j) {
        betas[j] = beta_at(from + j);
        scaled[j] = scaled_at(from + j);
    }
    const double t = place_of(beta, betas, low - from);
    return std::exp(dot(weights_at(t), scaled)) / log_chi;
}

double DepthScaleTable::depth_scale_of_growing(const Context& context) const
{
    const Limits& limits = expectation_.phi().limits();
    if (limits.degree == 1)
        return infinity;   // φ is homogeneous in the limit, so c = 1 is a fixed point with slope 1
    context.check();
    // At such lengths σ_b² is negligible, and then the result does not depend on σ_w² either.
    const double slope = settled_correlation(expectation_, {1, 0}, longest_scale).slope;
    return -1 / std::log(slope);
}

}   // namespace stepzero
