// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/length_table.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr int per_decade = 24, decades = 14;   // of the table, on both sides of q = 1
const double step = std::log(10.0) / per_decade;
constexpr double far_step = 1, farthest = 320;   // of ln q, where power laws lead on: squares stay in range
constexpr double least = 1e-300;

double cubic(double t, double h, double a, double slope_a, double b, double slope_b)
{
    const double s = 1 - t;
    return s * s * ((1 + 2 * t) * a + t * h * slope_a) + t * t * ((3 - 2 * t) * b - s * h * slope_b);
}

}   // namespace

LengthTable::LengthTable(const GaussianExpectation& expectation, const Context& context)
{
    constexpr int half = per_decade * decades, count = 2 * half + 1, chunk = 32;
    std::vector<Node> inner(count);
    context.parallel((count + chunk - 1) / chunk, [&](int c) {
        for (int i = c * chunk; i < std::min(count, (c + 1) * chunk); ++i) {
            const double q = std::exp((i - half) * step);
            const PreactivationMoments m = expectation.moments(q);
            const double square = std::max(m.square, least), derivative = std::max(m.derivative_square, least);
            inner[std::size_t(i)] = {std::log(square), q * m.square_slope / square, std::log(derivative),
                q * m.derivative_square_slope / derivative};
        }
    });
    // A power is a straight line in these coordinates; rounded to halves so that it is the same power for ever.
    const auto led_on = [](const Node& end, double distance) {
        const double p = std::round(2 * end.square_slope) / 2, d = std::round(2 * end.derivative_slope) / 2;
        return Node {end.square + p * distance, p, end.derivative + d * distance, d};
    };
    const double edge = half * step;
    const auto add = [&](double x, const Node& node) {
        x_.push_back(x);
        q_.push_back(std::exp(x));
        square_.push_back(std::exp(node.square));
        nodes_.push_back(node);
    };
    const int far = int((farthest - edge) / far_step);
    for (int i = far; i > 0; --i)
        add(-edge - i * far_step, led_on(inner.front(), -i * far_step));
    first_ = int(x_.size());
    for (int i = 0; i < count; ++i)
        add((i - half) * step, inner[std::size_t(i)]);
    last_ = int(x_.size()) - 1;
    one_ = first_ + half;
    for (int i = 1; i <= far; ++i)
        add(edge + i * far_step, led_on(inner.back(), i * far_step));
}

int LengthTable::interval_of(double x) const
{
    int i;
    if (x < x_[std::size_t(first_)])
        i = int(std::floor((x - x_.front()) / far_step));
    else if (x < x_[std::size_t(last_)])
        i = first_ + int((x - x_[std::size_t(first_)]) / step);
    else
        i = last_ + int(std::min((x - x_[std::size_t(last_)]) / far_step, farthest));
    return std::clamp(i, 0, int(x_.size()) - 2);
}

double LengthTable::square(double x) const
{
    const auto i = std::size_t(interval_of(x));
    const Node &a = nodes_[i], &b = nodes_[i + 1];
    const double h = x_[i + 1] - x_[i];
    return std::exp(cubic((x - x_[i]) / h, h, a.square, a.square_slope, b.square, b.square_slope));
}

double LengthTable::derivative_square(double x) const
{
    const auto i = std::size_t(interval_of(x));
    const Node &a = nodes_[i], &b = nodes_[i + 1];
    const double h = x_[i + 1] - x_[i];
    return std::exp(cubic((x - x_[i]) / h, h, a.derivative, a.derivative_slope, b.derivative, b.derivative_slope));
}

CriticalPoint LengthTable::critical_point(double x) const
{
    const double q = std::exp(x), weight = 1 / derivative_square(x);
    const auto i = std::size_t(interval_of(x));
    const double slope = weight * square_[i] * nodes_[i].square_slope / q_[i];
    return {q, {weight, q - weight * square(x)}, slope};
}

/// Where q − σ_w² E[φ²] = σ_b² between two nodes at which the difference has opposite signs, rising.
double LengthTable::root(double weight, double bias, int interval) const
{
    const auto i = std::size_t(interval);
    const Node &a = nodes_[i], &b = nodes_[i + 1];
    const double h = x_[i + 1] - x_[i];
    double low = 0, high = 1;
    const double miss_low = q_[i] - weight * square_[i] - bias, miss_high = q_[i + 1] - weight * square_[i + 1] - bias;
    double t = miss_low / (miss_low - miss_high);
    if (!(t >= 0 && t <= 1))
        t = 0.5;
    for (int n = 0; n < 60; ++n) {
        const double x = x_[i] + h * t, q = std::exp(x);
        const double v = weight * std::exp(cubic(t, h, a.square, a.square_slope, b.square, b.square_slope));
        const double miss = q - v - bias;
        if (miss == 0)
            break;
        (miss > 0 ? high : low) = t;
        // The slope of ln E[φ²] between the nodes' is good enough for Newton's method to converge fast.
        const double slope = h * (q - v * (a.square_slope + t * (b.square_slope - a.square_slope)));
        double next = t - miss / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        const double change = std::abs(next - t);
        t = next;
        if (change < 1e-12)
            break;
    }
    return x_[i] + h * t;
}

void LengthTable::settle(double weight, const std::vector<double>& biases, std::vector<SettledLength>& settled) const
{
    const int rows = int(biases.size());
    settled.assign(biases.size(), {0, true});
    const auto bias_at = [&](int i) { return q_[std::size_t(i)] - weight * square_[std::size_t(i)]; };
    const auto bias_of = [&](int row) { return biases[std::size_t(row)]; };
    const auto place = [&](int row, int interval) {
        settled[std::size_t(row)] = {root(weight, bias_of(row), interval), false};
    };
    const double at_one = bias_at(one_);
    const int begin = int(std::upper_bound(biases.begin(), biases.end(), at_one) - biases.begin());
    // V(1) > 1 where σ_b² is above that of q = 1: such signals grow to the first length with their σ_b².
    int row = begin;
    for (int i = one_; row < rows && i + 1 < int(x_.size()); ++i)
        for (const double next = bias_at(i + 1); row < rows && bias_of(row) <= next; ++row)
            place(row, i);
    const int unplaced = row;
    // The others shrink to the first below.
    row = begin - 1;
    for (int i = one_; row >= 0 && i > 0; --i)
        for (const double next = bias_at(i - 1); row >= 0 && bias_of(row) > next; --row)
            place(row, i - 1);
    for (; row >= 0; --row)
        settled[std::size_t(row)] = {x_.front(), false};
    // Where they grow without bound, a shorter length may attract shorter signals: the largest with V(q) − q falling.
    for (row = unplaced; row < rows; ++row) {
        bool above = false;
        for (int i = one_ - 1; i >= 0; --i) {
            const double at = bias_at(i);
            if (above && at < bias_of(row)) {
                place(row, i);
                break;
            }
            above = above || at >= bias_of(row);
            if (!above && q_[std::size_t(i)] < bias_of(row))
                break;   // q ≥ σ_b² at every fixed point
        }
    }
}

}   // namespace stepzero
