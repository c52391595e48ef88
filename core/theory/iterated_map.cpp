// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/iterated_map.h"

#include <algorithm>
#include <cmath>

#include "core/theory/decorrelation_map.h"

namespace stepzero {

namespace {

constexpr int longest_path = 200;
constexpr double settled_change = 1e-6;   // relative change of a value from one layer to the next
constexpr double largest = 1e100;   // largest length that is followed
constexpr double growth_shown = 16;   // largest shown length without bound, relative to the longest other one
constexpr int length_points = 201, correlation_points = 65;

/// Returns value, next(value), next(next(value)), … until it settles, leaves the range or reaches the last layer.
template <class Next>
std::vector<double> path_from(double value, int depth, const Next& next)
{
    std::vector<double> path {value};
    while (int(path.size()) < std::min(depth, longest_path)) {
        const double after = next(path.back());
        if (!(std::abs(after) < largest))
            break;
        const double change = std::abs(after - path.back());
        path.push_back(after);
        if (change <= settled_change * std::abs(after))
            break;
    }
    return path;
}

bool is_odd(const ActivationFunction& phi)
{
    for (const double z : {0.0, 0.1, 0.7, 1.3, 4.0, 11.0})
        if (std::abs(phi.value(z) + phi.value(-z)) > 1e-14 * (1 + std::abs(phi.value(z))))
            return false;
    return true;
}

}   // namespace

IteratedMap length_map(const MeanField& theory, Variances variances, double q_1, int depth)
{
    const GaussianExpectation& expectation = theory.expectation();
    const auto next = [&](double q) { return length_step(expectation, variances, q).length; };
    IteratedMap result;
    result.path = path_from(q_1, depth, next);
    const LengthFixedPoints fixed = theory.length_fixed_points(variances);

    double end = q_1;
    const FixedPoint settled_at = theory.fixed_point(variances, q_1);
    constexpr double beside = 4;   // the basin's end is shown within this multiple of the other lengths
    if (settled_at.q_star)
        end = std::max(end, *settled_at.q_star);
    if (settled_at.basin_high && *settled_at.basin_high <= beside * end)
        end = std::max(end, *settled_at.basin_high);
    const double highest = *std::max_element(result.path.begin(), result.path.end());
    const double shown = end > 0 ? growth_shown * end : highest;
    end = std::max(end, std::min(highest, shown)) * 1.2;
    if (!(end > 0))
        end = 1;

    for (int i = 0; i < length_points; ++i) {
        const double q = end * i / (length_points - 1);
        result.map.x.push_back(q);
        result.map.y.push_back(next(q));
    }
    for (const LengthFixedPoint& point : fixed.points)
        if (point.q <= end)
            result.fixed_points.push_back({point.q, point.stability});
    return result;
}

IteratedMap correlation_map(
    const MeanField& theory, Variances variances, double q, double c_1, int depth, const Context& context)
{
    const GaussianExpectation& expectation = theory.expectation();
    const double length = length_step(expectation, variances, q).length;
    const bool odd = variances.bias == 0 && is_odd(expectation.phi());
    // A polynomial replaces the integrals of some hundred points; it is fitted to the widest angle first.
    DecorrelationMap differences;
    constexpr std::size_t many = 1000;
    const auto next = [&](double d) {
        context.check();
        return d > 0 ? variances.weight * differences.half_square_difference(expectation, q, d, many) / length : 0;
    };
    const double widest = odd ? 2 : std::clamp(1 - c_1, 1.0, 2.0);
    for (int i = 0; i < 2; ++i)
        next(widest);
    IteratedMap result;
    // Uses d = 1 − c, which keeps its digits when c comes close to 1. Convergence is judged by c.
    std::vector<double> decorrelations {1 - c_1};
    result.path.push_back(c_1);
    while (int(result.path.size()) < std::min(depth, longest_path)) {
        decorrelations.push_back(std::clamp(next(decorrelations.back()), 0.0, 2.0));
        result.path.push_back(1 - decorrelations.back());
        if (std::abs(decorrelations.back() - decorrelations[decorrelations.size() - 2]) <= settled_change)
            break;
    }

    const bool negative = odd || *std::min_element(result.path.begin(), result.path.end()) < 0;
    const double low = negative ? -1 : 0;
    for (int i = 0; i < correlation_points; ++i) {
        // Points are denser towards c = 1, where a kink of φ bends the map like (1 − c)^(3/2).
        const double t = 1 - double(i) / (correlation_points - 1), d = (1 - low) * t * (1 + t) / 2;
        result.map.x.push_back(1 - d);
        result.map.y.push_back(1 - next(d));
    }

    const double slope = correlation_step(expectation, variances, q, 0).slope;
    const auto unchanged = [&](double d) { return std::abs(next(d) - d) < 1e-12; };
    if (unchanged(0.25) && unchanged(1))
        return result;
    if (slope > 1 + critical_tolerance) {
        const double c = 1 - settled_correlation(expectation, variances, q).decorrelation;
        if (odd)
            result.fixed_points = {{-1, Stability::unstable}, {0, Stability::stable}};
        else
            result.fixed_points = {{c, Stability::stable}};
        result.fixed_points.push_back({1, Stability::unstable});
    } else {
        if (odd)
            result.fixed_points.push_back({-1, Stability::stable});
        result.fixed_points.push_back({1, Stability::stable});
    }
    return result;
}

}   // namespace stepzero
