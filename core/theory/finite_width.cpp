// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/finite_width.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/theory/predict.h"

namespace stepzero {

namespace {

constexpr double pi = std::numbers::pi;

/// E[u v], E[u² v²] over u, v > 0, for standard normal u, v of correlation cos θ (Cho and Saul 2009).
double quadrant_1(double theta) { return (std::sin(theta) + (pi - theta) * std::cos(theta)) / (2 * pi); }
double quadrant_2(double theta)
{
    const double c = std::cos(theta);
    return (3 * std::sin(theta) * c + (pi - theta) * (1 + 2 * c * c)) / (2 * pi);
}

/// φ = right·z above 0 and left·z below.
struct Slopes {
    double left, right;
    double square() const { return (left * left + right * right) / 2; }
    double correlation(double c) const
    {
        const double theta = std::acos(std::clamp(c, -1.0, 1.0));
        return ((left * left + right * right) * quadrant_1(theta) - 2 * left * right * quadrant_1(pi - theta))
            / square();
    }
    /// Cov(φ(u)², φ(v)²)/E[φ²]².
    double kappa(double c) const
    {
        const double theta = std::acos(std::clamp(c, -1.0, 1.0)), l = left * left, r = right * right;
        const double joint = (l * l + r * r) * quadrant_2(theta) + 2 * l * r * quadrant_2(pi - theta);
        return joint / (square() * square()) - 1;
    }
};

double grown(double relative, double kappa, int units) { return (1 + relative) * (1 + kappa / units) - 1; }

}   // namespace

FiniteWidth::FiniteWidth(const InputMoments& input, int input_width, int samples)
    : samples_(samples), one_(std::max(input.kurtosis - 1, 0.0) / input_width), correlation_(input.correlation),
      wandering_((1 - input.correlation * input.correlation) / input_width)
{
}

void FiniteWidth::layer(const ActivationFunction& phi, int units, double share, bool lawful)
{
    const Limits& limits = phi.limits();
    const Slopes slopes {limits.slope_left, limits.slope_right};
    lawful_ = lawful_ && lawful && limits.homogeneous && limits.degree == 1 && slopes.square() > 0;
    if (!lawful_)
        return;
    // Preactivations: the bias takes its share, and is common to both inputs.
    one_ *= share * share;
    two_ *= share * share;
    wandering_ *= share * share;
    correlation_ = share * correlation_ + 1 - share;
    const double c2 = std::min(correlation_ * correlation_ + wandering_, 1.0);
    const double width = std::sqrt(wandering_);
    preactivation_ = averaged(grown(one_, 2, units), grown(two_, 2 * c2, units));
    // Outputs. Where φ is linear, c itself stays and wanders; elsewhere it moves towards 1.
    one_ = grown(one_, slopes.kappa(1), units);
    two_ = grown(two_, (slopes.kappa(correlation_ - width) + slopes.kappa(correlation_ + width)) / 2, units);
    activation_ = averaged(one_, two_);
    if (slopes.left == slopes.right)
        wandering_ = std::min(wandering_ + (1 - c2) * (1 + 2 * c2) / units, 1 - correlation_ * correlation_);
    else
        wandering_ = 0;
    correlation_ = slopes.correlation(correlation_);
}

std::optional<double> FiniteWidth::preactivation_spread() const
{
    return lawful_ ? std::optional(std::sqrt(std::log1p(preactivation_)) / 2) : std::nullopt;
}

std::optional<double> FiniteWidth::activation_spread() const
{
    return lawful_ ? std::optional(std::sqrt(std::log1p(activation_)) / 2) : std::nullopt;
}

}   // namespace stepzero
