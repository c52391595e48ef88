// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/jacobian_equation.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

/// Returns the first y ≥ `from` where slope(y) ≥ 0, or `to` when there is none.
template <class Slope>
double first_rise(const Slope& slope, double from, double to)
{
    double low = from, at_low = slope(low), step = 0.5;
    while (at_low < 0 && low < to) {
        const double high = std::min(low + step, to), at_high = slope(high);
        if (at_high >= 0) {
            std::uintmax_t iterations = 60;
            const auto [a, b] = boost::math::tools::toms748_solve(
                slope, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(34), iterations);
            return (a + b) / 2;
        }
        low = high;
        at_low = at_high;
        step *= 1.4;
    }
    return low;
}

}   // namespace

std::pair<double, double> JacobianEquation::real(double n) const
{
    double value = power * std::log(std::abs(n)), slope = power;
    for (const JacobianGroup& group : groups) {
        const double zeta = group.law.inverse(n / group.rows);
        const SlopeLaw::Transform t = group.law.transform({zeta, 0});
        value += group.count * std::log(std::abs(zeta));
        // Beyond the range of the transform, ζ stays at the end of its range.
        if (std::abs(t.m.real() * group.rows / n - 1) < 1e-6)
            slope += group.count * t.m.real() / t.slope.real();
    }
    for (const auto& [width, exponent] : widths) {
        value += exponent * std::log(std::abs(width + n));
        slope += exponent * n / (width + n);
    }
    return {value, slope};
}

JacobianEquation::Moments JacobianEquation::moments() const
{
    // N·λ = T₁ (1 + N·T₂/T₁² + …), T_k = Σ λ_i^k.
    double ln_mean = 0, relative = -1;
    for (const JacobianGroup& group : groups) {
        ln_mean += group.count * std::log(group.rows);
        relative += group.count * group.law.second_moment() / group.rows;
    }
    for (const auto& [width, exponent] : widths) {
        ln_mean += exponent * std::log(width);
        relative += exponent / width;
    }
    return {ln_mean, std::max(0.0, relative)};
}

// λ decreases from infinity while N increases from 0 to the edge.
double JacobianEquation::upper_edge(const Context& context) const
{
    double relative = 0;   // T2/T1² = 1/N at the edge up to a factor, so N is not far below its inverse
    for (const JacobianGroup& group : groups)
        relative += group.count * group.law.second_moment() / group.rows;
    const auto slope = [&](double y) {
        context.check();
        const double at = real(std::exp(y)).second;
        return std::abs(at) < 1e-10 ? 0 : at;
    };
    return real(std::exp(first_rise(slope, -std::log(std::max(relative, 1.0)) - 4, 25))).first;
}

// λ increases from 0 while N decreases from −rank to the edge.
double JacobianEquation::lower_edge(const Context& context) const
{
    if (std::abs(order_at_rank - 1) > 1e-9)
        return -infinity;
    double beyond = infinity;   // how far N may decrease
    for (const JacobianGroup& group : groups)
        if (group.rank() > rank * (1 + 1e-12))
            beyond = std::min(beyond, group.rank() - rank);
    for (const auto& [width, exponent] : widths)
        if (width > rank * (1 + 1e-12))
            beyond = std::min(beyond, width - rank);
    const auto fall = [&](double y) {
        context.check();
        const double at = -real(-rank - std::exp(y)).second;
        return std::abs(at) < 1e-10 ? 0 : at;
    };
    const double to = std::isfinite(beyond) ? std::log(beyond) + std::log1p(-1e-9) : 25;
    return real(-rank - std::exp(first_rise(fall, std::min(-8.0, to - 1), to))).first;
}

}   // namespace stepzero
