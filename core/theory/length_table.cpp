// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/length_table.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr int per_decade = 24, decades = 14;   // size of the table, on each side of q = 1
const double node_step = std::log(10.0) / per_decade;
constexpr double far_step = 1, farthest = 320;   // steps and end of ln q in the extrapolated part; in range
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
            const double q = std::exp((i - half) * node_step);
            const PreactivationMoments m = expectation.moments(q);
            const double square = std::max(m.square, least), derivative = std::max(m.derivative_square, least);
            inner[std::size_t(i)] = {std::log(square), q * m.square_slope / square, std::log(derivative),
                q * m.derivative_square_slope / derivative};
        }
    });
    // A power is a straight line in these coordinates. Its exponent is rounded to halves to stay the same forever.
    const auto led_on = [](const Node& end, double distance) {
        const double p = std::round(2 * end.square_slope) / 2, d = std::round(2 * end.derivative_slope) / 2;
        return Node {end.square + p * distance, p, end.derivative + d * distance, d};
    };
    const double edge = half * node_step;
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
        add((i - half) * node_step, inner[std::size_t(i)]);
    last_ = int(x_.size()) - 1;
    for (int i = 1; i <= far; ++i)
        add(edge + i * far_step, led_on(inner.back(), i * far_step));
}

int LengthTable::interval_of(double x) const
{
    int i;
    if (x < x_[std::size_t(first_)])
        i = int(std::floor((x - x_.front()) / far_step));
    else if (x < x_[std::size_t(last_)])
        i = first_ + int((x - x_[std::size_t(first_)]) / node_step);
    else
        i = last_ + int(std::min((x - x_[std::size_t(last_)]) / far_step, farthest));
    return std::clamp(i, 0, int(x_.size()) - 2);
}

double LengthTable::square(double x) const { return square_in(interval_of(x), x); }

double LengthTable::square_in(int interval, double x) const
{
    const auto i = std::size_t(interval);
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
    return {q, {weight, q - weight * square(x)}, weight * square_slope(x)};
}

double LengthTable::square_slope(double x) const
{
    const auto i = std::size_t(interval_of(x));
    const Node &a = nodes_[i], &b = nodes_[i + 1];
    const double h = x_[i + 1] - x_[i], t = (x - x_[i]) / h;
    // Slope of the cubic between the nodes, by x.
    const double slope = 6 * t * (1 - t) * (b.square - a.square) / h + (1 - t) * (1 - 3 * t) * a.square_slope
        + t * (3 * t - 2) * b.square_slope;
    return square(x) * slope / std::exp(x);
}

CriticalPoint LengthTable::fold(double x) const
{
    const double q = std::exp(x), slope = square_slope(x);
    if (!(slope > 0))
        return {q, {0, 0}, 1};
    return {q, {1 / slope, q - square(x) / slope}, 1};
}

/// Returns the root of q − σ_w² E[φ²] = σ_b² in part of an interval, in fractions from 0 to 1. The difference must be
/// negative at `low`.
double LengthTable::root(double weight, double bias, int interval, double low, double high) const
{
    const auto i = std::size_t(interval);
    const Node &a = nodes_[i], &b = nodes_[i + 1];
    const double h = x_[i + 1] - x_[i];
    const auto miss_at = [&](double t) {
        const double x = x_[i] + h * t;
        return std::exp(x) - weight * square_in(interval, x) - bias;
    };
    const double miss_low = miss_at(low), miss_high = miss_at(high);
    double t = low + (high - low) * miss_low / (miss_low - miss_high);
    if (!(t >= low && t <= high))
        t = (low + high) / 2;
    for (int n = 0; n < 60; ++n) {
        const double x = x_[i] + h * t, q = std::exp(x);
        const double v = weight * std::exp(cubic(t, h, a.square, a.square_slope, b.square, b.square_slope));
        const double miss = q - v - bias;
        if (miss == 0)
            break;
        (miss > 0 ? high : low) = t;
        // The slope of ln E[φ²] interpolated between the nodes is good enough for Newton's method to converge fast.
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

SettledLength LengthTable::settle(double weight, double bias, double input_square) const
{
    const double start = std::clamp(std::log(weight * input_square + bias), x_.front(), x_.back());
    // V(q) > q when σ_b² exceeds the value for which q is a fixed point.
    const auto is_above = [&](int i) { return bias > q_[std::size_t(i)] - weight * square_[std::size_t(i)]; };
    const auto rises = [&](int i) {   // returns whether q − σ_w² E[φ²] increases with ln q
        return q_[std::size_t(i)] > weight * square_[std::size_t(i)] * nodes_[std::size_t(i)].square_slope;
    };
    const int first = interval_of(start), end = int(x_.size()) - 1;
    const double h = x_[std::size_t(first) + 1] - x_[std::size_t(first)], from = (start - x_[std::size_t(first)]) / h;
    const bool grows = std::exp(start) - weight * square_in(first, start) < bias;
    if (grows) {
        for (int i = first; i < end; ++i) {
            const double low = i == first ? from : 0;
            if (!is_above(i + 1))
                return {root(weight, bias, i, low, 1)};
            if (rises(i) && !rises(i + 1))
                if (const auto turn = turn_between(weight, bias, i, low, 1, 1))
                    return {root(weight, bias, i, low, *turn)};
        }
        return {0, true};
    }
    for (int i = first; i >= 0; --i) {
        const double high = i == first ? from : 1;
        if (is_above(i))
            return {root(weight, bias, i, 0, high)};
        if (!rises(i) && rises(i + 1))
            if (const auto turn = turn_between(weight, bias, i, 0, high, -1))
                return {root(weight, bias, i, *turn, high)};
    }
    return {x_.front()};
}

/// Two fixed points may lie in a part of an interval at whose ends q − σ_w² E[φ²] − σ_b² has the same sign, −`sign`.
/// Returns the turning point between them, if the difference has the other sign there.
std::optional<double> LengthTable::turn_between(
    double weight, double bias, int interval, double low, double high, double sign) const
{
    const double from = x_[std::size_t(interval)], h = x_[std::size_t(interval) + 1] - from;
    const auto rises = [&](double t) { return sign * (1 - weight * square_slope(from + h * t)) > 0; };
    if (!rises(low) || rises(high))
        return std::nullopt;
    for (int n = 0; n < 40; ++n) {
        const double middle = (low + high) / 2;
        (rises(middle) ? low : high) = middle;
    }
    const double x = from + h * low;
    return sign * (std::exp(x) - weight * square_in(interval, x) - bias) >= 0 ? std::optional(low) : std::nullopt;
}

bool LengthTable::has_basins() const
{
    constexpr double rounding = 1e-6;
    return std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.square_slope > 1 + rounding; });
}

}   // namespace stepzero
