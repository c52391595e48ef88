// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/basin_edges.h"

#include <cmath>
#include <limits>

namespace stepzero {

namespace {

constexpr double beside = 1e-5;   // distance from an edge at which to probe, relative to bias variance and range
constexpr double same_log_length = 0.05;   // difference of ln q below which a figure shows equal lengths

/// Collects points as separate pieces of a line.
class Pieces {
public:
    void add(const CriticalPoint& point)
    {
        if (!open_ && !points_.empty())
            points_.push_back({std::numeric_limits<double>::quiet_NaN(), {}, 0});
        points_.push_back(point);
        open_ = true;
    }
    void end() { open_ = false; }
    std::vector<CriticalPoint> take() { return std::move(points_); }

private:
    std::vector<CriticalPoint> points_;
    bool open_ = false;
};

}   // namespace

std::vector<CriticalPoint> basin_edges(const LengthTable& lengths, double weight, double bias, double input_square)
{
    Pieces pieces;
    const auto add = [&](const CriticalPoint& point) {
        const Variances v = point.variances;
        const bool inside = v.weight <= weight && v.bias >= 0 && v.bias <= bias;
        const double step = beside * (v.bias + bias);
        const auto at = [&](double steps) {
            return lengths.settle(v.weight, std::max(v.bias + steps * step, 1e-9 * bias), input_square);
        };
        const auto jumps = [&] {
            const SettledLength below = at(-1), above = at(1);
            if (below.grows || above.grows)
                return below.grows != above.grows;
            // A jump must exceed the ordinary change of lengths next to it.
            const double slope = std::max(std::abs(below.x - at(-2).x), std::abs(at(2).x - above.x));
            return std::abs(below.x - above.x) > same_log_length + 3 * slope;
        };
        if (inside && jumps())
            pieces.add(point);
        else
            pieces.end();
    };

    constexpr int finer = 8;   // subdivisions of the table's intervals
    const std::vector<double>& x = lengths.log_lengths();
    for (int i = lengths.first(); i < lengths.last(); ++i)
        for (int k = 0; k < finer; ++k) {
            const CriticalPoint fold
                = lengths.fold(std::lerp(x[std::size_t(i)], x[std::size_t(i) + 1], double(k) / finer));
            if (fold.variances.weight > 0)
                add(fold);
            else
                pieces.end();
        }
    pieces.end();

    constexpr int steps = 600;   // across the range
    for (int i = lengths.first(); i < lengths.last(); ++i) {
        double low = x[std::size_t(i)], high = x[std::size_t(i) + 1];
        if ((lengths.square(low) < input_square) == (lengths.square(high) < input_square))
            continue;
        const bool rising = lengths.square(low) < input_square;
        for (int n = 0; n < 60; ++n) {
            const double middle = (low + high) / 2;
            ((lengths.square(middle) < input_square) == rising ? low : high) = middle;
        }
        const double q = std::exp(low);
        for (int k = 1; k <= steps; ++k) {
            const double w = weight * k / steps;
            add({q, {w, q - w * input_square}, w * lengths.square_slope(low)});
        }
        pieces.end();
    }
    return pieces.take();
}

std::vector<CriticalPoint> reached_points(
    const std::vector<CriticalPoint>& line, const LengthTable& lengths, double input_square)
{
    Pieces pieces;
    for (const CriticalPoint& point : line) {
        bool reached = false;
        if (std::isfinite(point.q) && point.q > 0) {
            const double bias = std::max(point.variances.bias, std::numeric_limits<double>::min());
            const SettledLength at = lengths.settle(point.variances.weight, bias, input_square);
            reached = !at.grows && std::abs(at.x - std::log(point.q)) < same_log_length;
        } else
            reached = !std::isnan(point.q);   // at q = 0 a line begins, and at q = ∞ lengths grow on both sides
        if (reached)
            pieces.add(point);
        else
            pieces.end();
    }
    return pieces.take();
}

}   // namespace stepzero
