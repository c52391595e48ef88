// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/mean_field.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/words/nan.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr double map_rounding = 1e-12;   // V(q)/q − 1 below this is zero
constexpr double merged = 1e-8;   // two roots with V(q)/q − 1 this small between them are merged
constexpr double nearly = 1e-4;   // where V(q)/q − 1 is this small around q = 1, roots may be close together
constexpr double shortest_length = 1e-12, longest_length = 1e12, longest_bounded = 1e40;
const double coarse = std::log(10.0) / 4, fine = std::log(10.0) / 24;   // steps of ln q; fine around q = 1,
const double fine_from = std::log(1e-2), fine_to = std::log(1e3);   // where φ bends

/// Value and derivative of a smooth function of x = ln q.
struct Value {
    double value, derivative;
};
using Smooth = std::function<Value(double)>;

/// Returns the root of f between two points with different signs; `rising`: from negative to positive. Uses Newton's
/// method, and bisection when it would leave the bracket.
double root(const Smooth& f, double low, double high, bool rising)
{
    double x = (low + high) / 2;
    for (int i = 0; i < 200; ++i) {
        const Value v = f(x);
        if (v.value == 0)
            break;
        ((v.value > 0) == rising ? high : low) = x;
        double next = x - v.value / v.derivative;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (std::abs(next - x) <= 1e-16 * std::max(std::abs(x), 1.0))
            break;
        x = next;
    }
    return x;
}

/// Returns the point between two points where the derivative of f changes sign.
double extremum(const Smooth& f, double low, double high)
{
    std::uintmax_t iterations = 100;
    const auto [a, b] = boost::math::tools::toms748_solve([&](double x) { return f(x).derivative; }, low, high,
        boost::math::tools::eps_tolerance<double>(40), iterations);
    return (a + b) / 2;
}

struct Crossing {
    double x;
    bool rising;   // f goes from negative to positive
    bool touching;   // f only touches zero
    bool from_above;   // for a touching one: f ≥ 0 around it
};

/// Returns the zeros of f on a grid, including pairs between two grid points and zeros that f only touches.
std::vector<Crossing> crossings(const Smooth& f, const std::vector<double>& grid, const std::vector<Value>& values)
{
    std::vector<Crossing> found;
    const auto cross = [&](double low, double high, bool rising) {
        found.push_back({root(f, low, high, rising), rising, false, false});
    };
    for (std::size_t i = 0; i + 1 < grid.size(); ++i) {
        const double a = grid[i], b = grid[i + 1];
        const Value va = values[i], vb = values[i + 1];
        if (va.value * vb.value < 0) {
            cross(a, b, vb.value > 0);
            continue;
        }
        const bool above = va.value > 0;
        const double inward = above ? 1 : -1;
        if (vb.value == 0)
            found.push_back({b, !above, false, false});
        else if (va.value != 0 && va.derivative * inward < -map_rounding && vb.derivative * inward > map_rounding) {
            const double x = extremum(f, a, b), value = f(x).value;
            if (std::abs(value) <= merged)
                found.push_back({x, false, true, above});
            else if (value * inward < 0) {
                cross(a, x, !above);
                cross(x, b, above);
            }
        }
    }
    return found;
}

/// Returns the limit of E[φ²]/q and E[φ'²] as q → 0.
double square_slope_at_zero(const ActivationFunction& phi)
{
    const Limits& limits = phi.limits();
    return (limits.slope_left * limits.slope_left + limits.slope_right * limits.slope_right) / 2;
}

LengthStep step_of(const PreactivationMoments& m, Variances variances)
{
    return {variances.weight * m.square + variances.bias, variances.weight * m.square_slope,
        variances.weight * m.derivative_square};
}

CriticalPoint critical_point_of(double q, const PreactivationMoments& m)
{
    const double weight = 1 / m.derivative_square;
    return {q, {weight, q - weight * m.square}, weight * m.square_slope};
}

double depth_scale(double slope)
{
    const double size = std::abs(slope);
    return size < 1 - map_rounding ? -1 / std::log(size) : infinity;
}

/// The fixed point that a signal goes to, and the fixed points on both sides of its length.
struct Way {
    const LengthFixedPoint *below = nullptr,
                           *above = nullptr;   ///< the nearest ones up to q, and beyond; null: there is none
    const LengthFixedPoint* end = nullptr;   ///< null: the length grows without bound
};

Way way_of(const LengthFixedPoints& fixed, double q, bool growing)
{
    Way way;
    const LengthFixedPoint* attracting = nullptr;
    for (const LengthFixedPoint& point : fixed.points) {
        if (point.stability != Stability::unstable)
            attracting = &point;
        if (point.q <= q)
            way.below = &point;
        else if (!way.above)
            way.above = &point;
    }
    way.end = way.below && way.below->q == q ? way.below : growing ? way.above : way.below;
    // A point around which lengths oscillate with growing amplitude is not reached from either side.
    if (way.end && way.end->stability == Stability::unstable)
        way.end = attracting;
    return way;
}

Text remark_on(const LengthFixedPoints& fixed, const LengthFixedPoint* chosen)
{
    std::vector<Text> remarks;
    if (fixed.every)
        return tr("every q is a fixed point");
    for (const LengthFixedPoint& point : fixed.points) {
        const std::string q = number_text(point.q);
        if (point.stability == Stability::half_stable)
            remarks.push_back(
                tr("the fixed point q = %1 is double: signals settle there from one side and leave on the other", q));
        else if (point.stability == Stability::unstable && (point.q > 0 || !chosen))
            remarks.push_back(tr("the fixed point q = %1 is unstable", q));
        else if (point.stability == Stability::stable && &point != chosen)
            remarks.push_back(
                chosen ? tr("the fixed point q = %1 is also stable", q) : tr("the fixed point q = %1 is stable", q));
    }
    if (fixed.unbounded)
        remarks.push_back(!fixed.points.empty() && fixed.points.back().q > 0
                ? tr("signals longer than q = %1 grow without bound", number_text(fixed.points.back().q))
                : chosen ? tr("long signals grow without bound")
                         : tr("signals grow without bound"));
    return joined(remarks, "; ");
}

}   // namespace

const char* word(Phase phase)
{
    return phase == Phase::ordered ? "ordered" : phase == Phase::critical ? "critical" : "chaotic";
}

const char* word(LengthFate fate)
{
    switch (fate) {
    case LengthFate::settles:
        return "settles";
    case LengthFate::stays:
        return "stays";
    case LengthFate::shrinks:
        return "shrinks";
    case LengthFate::grows:
        break;
    }
    return "grows";
}

const char* word(AngleFate fate)
{
    return fate == AngleFate::exponential ? "exponential" : fate == AngleFate::algebraic ? "algebraic" : "unchanged";
}

Text label_of(Phase phase)
{
    return phase == Phase::ordered ? tr("ordered") : phase == Phase::critical ? tr("critical") : tr("chaotic");
}

Text label_of(LengthFate fate)
{
    switch (fate) {
    case LengthFate::settles:
        return tr("settles");
    case LengthFate::stays:
        return tr("stays");
    case LengthFate::shrinks:
        return tr("shrinks");
    case LengthFate::grows:
        break;
    }
    return tr("grows");
}

Text label_of(AngleFate fate)
{
    return fate == AngleFate::exponential ? tr("exponential")
        : fate == AngleFate::algebraic    ? tr("algebraic")
                                          : tr("unchanged");
}

Phase phase_of(double chi)
{
    return std::abs(chi - 1) <= critical_tolerance ? Phase::critical : chi < 1 ? Phase::ordered : Phase::chaotic;
}

LengthStep length_step(const GaussianExpectation& expectation, Variances variances, double q)
{
    const ActivationFunction& phi = expectation.phi();
    if (q == 0 && phi.limits().zero_at_zero) {
        const double slope = variances.weight * square_slope_at_zero(phi);
        return {variances.bias, slope, slope};
    }
    return step_of(expectation.moments(q), variances);
}

CorrelationStep correlation_step(const GaussianExpectation& expectation, Variances variances, double q, double d)
{
    const PairMoments pair = expectation.pair(q, q, d);
    const double length = length_step(expectation, variances, q).length;
    return {variances.weight * pair.half_square_difference / length,
        variances.weight * pair.derivative_product * (q / length)};
}

CorrelationStep settled_correlation(const GaussianExpectation& expectation, Variances variances, double q)
{
    // The map has nonnegative Taylor coefficients. Newton's method from c = 0 therefore increases to the zero of its
    // difference from the identity and never overshoots, except for rounding.
    double d = 1;
    CorrelationStep step = correlation_step(expectation, variances, q, d);
    for (int i = 0; i < 100; ++i) {
        const double change = (step.decorrelation - d) / (1 - step.slope);
        if (!(std::abs(change) > 1e-15 * std::max(d, 0.1)) || step.slope >= 1)
            break;
        d = std::clamp(d + change, 0.0, 1.0);
        step = correlation_step(expectation, variances, q, d);
        if (std::abs(change) < 1e-9 * d)   // convergence is quadratic, so this step is the last
            break;
    }
    return {d, step.slope};
}

MeanField::MeanField(const ActivationFunction& phi) : expectation_(phi)
{
    for (double x = std::log(shortest_length);
         x<std::log(longest_length) + coarse; x += x> fine_from && x < fine_to ? fine : coarse) {
        log_lengths_.push_back(x);
        moments_.push_back(expectation_.moments(std::exp(x)));
    }
}

LengthFixedPoints MeanField::length_fixed_points(Variances variances) const
{
    const ActivationFunction& phi = expectation_.phi();
    // r(x) = V(q)/q − 1 with x = ln q, so dr/dx = V' − V/q.
    const auto excess_of = [&](double x, const LengthStep& step) {
        const double ratio = step.length / std::exp(x);
        return Value {ratio - 1, step.slope - ratio};
    };
    const Smooth excess = [&](double x) { return excess_of(x, length_step(expectation_, variances, std::exp(x))); };
    double at_zero = variances.weight * (phi.limits().zero_at_zero ? 0 : std::pow(phi.value(0.0), 2)) + variances.bias;
    // Lengths this short have lost their digits. Half of the smallest one is 0, where the search would not advance.
    if (at_zero < std::numeric_limits<double>::min())
        at_zero = 0;
    std::vector<double> grid;
    std::vector<Value> values;
    const auto add = [&](double x) {
        grid.push_back(x);
        values.push_back(excess(x));
    };
    if (at_zero > 0 && at_zero / 2 < shortest_length)
        for (double x = std::log(at_zero / 2); x < log_lengths_.front(); x += coarse)
            add(x);
    for (std::size_t i = 0; i < log_lengths_.size(); ++i) {
        const double x = log_lengths_[i];
        const Value value = excess_of(x, step_of(moments_[i], variances));
        // GELU and SiLU have fixed points that differ by one percent near criticality.
        if (x > fine_from && x < fine_to && std::max(std::abs(value.value), std::abs(values.back().value)) < nearly)
            for (int j = 1; j < 16; ++j)
                add(log_lengths_[i - 1] + (x - log_lengths_[i - 1]) * j / 16);
        grid.push_back(x);
        values.push_back(value);
    }
    while (values.back().value > -map_rounding
        && (grid.back() < std::log(4 * at_zero) || (phi.limits().bounded && grid.back() < std::log(longest_bounded))))
        add(grid.back() + coarse);

    LengthFixedPoints fixed;
    const auto is_known = [](const Value& v) { return std::abs(v.value) > map_rounding; };
    const auto begin = std::find_if(values.begin(), values.end(), is_known);
    fixed.every = begin == values.end() && at_zero == 0;
    if (begin == values.end())
        return fixed;
    // Towards both ends, V(q)/q may approach 1 within rounding; only its last reliable sign counts.
    const auto end = std::find_if(values.rbegin(), values.rend(), is_known).base();
    grid = {grid.begin() + (begin - values.begin()), grid.begin() + (end - values.begin())};
    values = {begin, end};
    if (at_zero == 0)
        fixed.points.push_back({0, length_step(expectation_, variances, 0).slope,
            values.front().value < 0 ? Stability::stable : Stability::unstable});
    for (const Crossing& crossing : crossings(excess, grid, values)) {
        const double q = std::exp(crossing.x);
        const double slope = length_step(expectation_, variances, q).slope;
        fixed.points.push_back({q, slope,
            crossing.touching                   ? Stability::half_stable
                : crossing.rising || slope < -1 ? Stability::unstable
                                                : Stability::stable});
    }
    fixed.unbounded = values.back().value > 0;
    return fixed;
}

/// Returns the correlation map at the length q where signals end: 0, infinite, or in between.
std::optional<AngleMap> MeanField::angle_map(Variances variances, double q, bool every) const
{
    const Limits& limits = expectation_.phi().limits();
    const bool limit = q == 0 || q == infinity || every;   // at 0 and infinity φ is straight on each side, or a power
    AngleMap map {.q = !limit    ? q
            : limits.homogeneous ? 1
            : q == 0             ? shortest_length
                                 : longest_length,
        .variances = {variances.weight, limit ? 0 : variances.bias}};
    const LengthStep step = length_step(expectation_, map.variances, map.q);
    if (!(step.length >= std::numeric_limits<double>::min() && std::isfinite(step.length)))
        return std::nullopt;
    map.slope = limit ? step.chi * (map.q / step.length) : step.chi;
    const double left = q == 0 ? limits.slope_left : limits.growth_left,
                 right = q == 0 ? limits.slope_right : limits.growth_right;
    const bool straight = limit && (left != 0 || right != 0) && (q == 0 ? limits.zero_at_zero : limits.degree == 1);
    if (straight) {
        map.slope = 1;
        map.fate = left == right ? AngleFate::unchanged : AngleFate::algebraic;
        if (map.fate == AngleFate::algebraic) {
            map.c_star = 1;
            map.xi_c = infinity;
        }
    } else if (phase_of(map.slope) == Phase::chaotic) {
        const CorrelationStep settled = settled_correlation(expectation_, map.variances, map.q);
        map.c_star = std::abs(1 - settled.decorrelation) < 1e-13 ? 0 : 1 - settled.decorrelation;
        map.xi_c = depth_scale(settled.slope);
    } else {
        map.fate = phase_of(map.slope) == Phase::critical ? AngleFate::algebraic : AngleFate::exponential;
        map.c_star = 1;
        map.xi_c = depth_scale(std::min(map.slope, 1.0));
    }
    return map;
}

FixedPoint MeanField::fixed_point(Variances variances, double start) const
{
    const Limits& limits = expectation_.phi().limits();
    FixedPoint result;
    result.start = start;
    result.critical_weight_variance = critical_weight_variance(variances.bias);
    const LengthFixedPoints fixed = length_fixed_points(variances);
    const Way way = way_of(fixed, start, length_step(expectation_, variances, start).length > start);
    result.remark = remark_on(fixed, way.end);
    const auto bound = [](const LengthFixedPoint* point) {
        return point && point->q > 0 && point->stability == Stability::unstable ? std::optional(point->q)
                                                                                : std::nullopt;
    };
    result.basin_low = bound(way.below);
    result.basin_high = bound(way.above);
    result.length = fixed.every ? LengthFate::stays
        : !way.end              ? LengthFate::grows
        : way.end->q == 0       ? LengthFate::shrinks
                                : LengthFate::settles;
    const double end = way.end ? way.end->q : infinity;
    const double chi = length_step(expectation_, variances, fixed.every ? start : std::min(end, longest_length)).chi;
    if (way.end) {
        result.q_star = way.end->q;
        result.xi_q = depth_scale(way.end->slope);
    } else if (fixed.every)
        result.xi_q = infinity;
    if (way.end || fixed.every || is_scale_free(expectation_.phi()))
        result.chi_1 = chi;

    result.angles = angle_map(variances, end, fixed.every);
    const bool scale_free = limits.homogeneous && variances.bias == 0;
    const bool critical = phase_of(chi) == Phase::critical;
    if (critical || result.length != LengthFate::grows)
        result.phase = phase_of(chi);
    // A limit that is only approached has no fixed point of its own.
    if (result.angles && (result.length == LengthFate::settles || scale_free)) {
        result.c_star = result.angles->c_star;
        result.xi_c = result.angles->xi_c;
    } else if (result.length == LengthFate::shrinks && critical) {
        // q_l decreases as 1/l, like that of tanh at (1, 0). Each layer still brings inputs closer by a similar amount.
        result.angles->fate = AngleFate::algebraic;
        result.c_star = result.angles->c_star = 1;
        result.xi_c = result.angles->xi_c = infinity;
    }
    return result;
}

CriticalPoint critical_point(const GaussianExpectation& expectation, double q)
{
    return critical_point_of(q, expectation.moments(q));
}

std::optional<double> MeanField::critical_weight_variance(double bias_variance) const
{
    const ActivationFunction& phi = expectation_.phi();
    const double at_zero = square_slope_at_zero(phi);
    if (bias_variance == 0 && phi.limits().zero_at_zero && at_zero > 0)
        return 1 / at_zero;
    if (is_scale_free(phi))
        return std::nullopt;
    const auto missing_of = [&](double x, const PreactivationMoments& m) {
        return critical_point_of(std::exp(x), m).variances.bias - bias_variance;
    };
    const auto missing = [&](double x) { return missing_of(x, expectation_.moments(std::exp(x))); };
    std::optional<double> found;
    for (std::size_t i = 0; i + 1 < log_lengths_.size(); ++i) {
        const double low = missing_of(log_lengths_[i], moments_[i]);
        const double high = missing_of(log_lengths_[i + 1], moments_[i + 1]);
        if (!(low * high < 0 || high == 0))
            continue;
        std::uintmax_t iterations = 100;
        const auto [a, b] = boost::math::tools::toms748_solve(missing, log_lengths_[i], log_lengths_[i + 1], low, high,
            boost::math::tools::eps_tolerance<double>(50), iterations);
        const CriticalPoint point = critical_point(expectation_, std::exp((a + b) / 2));
        if (!found || point.length_slope < 1)
            found = point.variances.weight;
        if (point.length_slope < 1)
            break;
    }
    return found;
}

FixedPoint fixed_point(const ActivationFunction& phi, double weight_variance, double bias_variance)
{
    return MeanField(phi).fixed_point({weight_variance, bias_variance});
}

}   // namespace stepzero
