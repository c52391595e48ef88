// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/gains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/words/nan.h"
#include "core/network/init/scheme.h"

namespace stepzero {

namespace {

constexpr double bias_rounding = 1e-12;   // a bias variance smaller than this relative to q is treated as zero

std::optional<double> root_of_ratio(double of, double to)
{
    return to > 0 ? std::optional(std::sqrt(of / to)) : std::nullopt;
}

std::optional<double> pytorch_gain(const ActivationFunction& phi)
{
    const std::string& name = phi.info().name;
    if (!has_pytorch_gain(name))
        return std::nullopt;
    return gain(name, phi.limits().slope_left);
}

std::vector<double> evenly(double from, double to, int n)
{
    std::vector<double> values(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
        values[std::size_t(i)] = from + (to - from) * i / (n - 1);
    return values;
}

/// Samples φ and φ' with both sides of each kink, so that a jump of the derivative is drawn vertically.
void draw(const ActivationFunction& phi, double q, Gains::Curves& curves)
{
    const double end = std::max(4.0, 3 * std::sqrt(q));
    curves.z = evenly(-end, end, 321);
    for (const double kink : phi.kinks())
        if (std::abs(kink) < end) {
            curves.z.push_back(kink);
            curves.z.push_back(std::nextafter(kink, end));
        }
    std::sort(curves.z.begin(), curves.z.end());
    curves.value.resize(curves.z.size());
    curves.derivative.resize(curves.z.size());
    phi.value(curves.z.data(), curves.value.data(), std::ptrdiff_t(curves.z.size()));
    phi.derivative(curves.z.data(), curves.derivative.data(), std::ptrdiff_t(curves.z.size()));
}

}   // namespace

GainNumbers gain_numbers(const GaussianExpectation& expectation, double q)
{
    const PreactivationMoments m = expectation.moments(q);
    return {q, m.mean, m.square, m.variance, m.derivative_square, root_of_ratio(q, m.square),
        root_of_ratio(q, m.variance), root_of_ratio(1, m.derivative_square)};
}

std::optional<Variances> Gains::usable() const
{
    if (usable_at_q())
        return critical->variances;
    if (critical_weight_without_bias)
        return Variances {*critical_weight_without_bias, 0};
    return std::nullopt;
}

Gains gains(const ActivationFunction& phi, double q, const Context& context)
{
    context.check();
    return gains(MeanField(phi), q, context);
}

Gains gains(const MeanField& theory, double q, const Context& context)
{
    context.check();
    const GaussianExpectation& expectation = theory.expectation();
    const ActivationFunction& phi = expectation.phi();
    Gains result;
    result.at_q = gain_numbers(expectation, q);
    result.pytorch = pytorch_gain(phi);
    if (result.at_q.derivative_square > 0) {
        result.critical = critical_point(expectation, q);
        if (std::abs(result.critical->variances.bias) <= bias_rounding * q)
            result.critical->variances.bias = 0;
    }
    result.critical_weight_without_bias = theory.critical_weight_variance(0);
    if (result.critical_weight_without_bias)
        result.without_bias = theory.fixed_point({*result.critical_weight_without_bias, 0});
    context.check();
    const double forward = result.at_q.forward.value_or(0);
    if (forward > 0)
        result.at_forward_gain = theory.length_fixed_points({forward * forward, 0});
    context.check();

    Gains::Curves& curves = result.curves;
    draw(phi, q, curves);
    curves.root_q = evenly(0.05, 5, 100);
    for (const double root : curves.root_q) {
        const GainNumbers at = gain_numbers(expectation, root * root);
        curves.forward.push_back(at.forward.value_or(nan));
        curves.of_variance.push_back(at.of_variance.value_or(nan));
        curves.backward.push_back(at.backward.value_or(nan));
    }
    context.check();
    curves.log10_q = evenly(-3, 3, 121);
    for (const double log10 : curves.log10_q) {
        const double at = std::pow(10.0, log10), square = expectation.moments(at).square;
        if (result.usable_at_q())
            curves.critical_ratio.push_back(
                (result.critical->variances.weight * square + result.critical->variances.bias) / at);
        if (forward > 0)
            curves.forward_ratio.push_back(forward * forward * square / at);
    }
    return result;
}

}   // namespace stepzero
