// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/quadrature.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/words/nan.h"
#include "core/math/quadrature/gaussian_rule.h"
#include "core/math/quadrature/panels.h"
#include "core/math/quadrature/shared_nodes.h"
#include "core/math/quadrature/wave_means.h"

namespace stepzero {

namespace {

/// Returns the scale on which φ' first changes by a quarter around 0, which distinguishes a steep softplus from a flat
/// one.
double scale_at_zero(const ActivationFunction& phi)
{
    double scale = infinity;
    for (const double side : {-1.0, 1.0}) {
        constexpr double tiny = 0x1p-60;
        const double start = phi.derivative(side * tiny);
        const double threshold = 0.25 * std::max(std::abs(start), 1e-3);
        for (double z = tiny; z < 0x1p20; z *= 2)
            if (std::abs(phi.derivative(side * z) - start) > threshold) {
                scale = std::min(scale, z);
                break;
            }
    }
    return scale;
}

/// Returns whether φ' has a corner (or φ a kink) at 0.
bool rough_at_zero(const ActivationFunction& phi)
{
    constexpr double tiny = 0x1p-60, step = 0x1p-20;
    const double right = (phi.derivative(step) - phi.derivative(tiny)) / step;
    const double left = (phi.derivative(-tiny) - phi.derivative(-step)) / step;
    const double jump = phi.derivative(tiny) - phi.derivative(-tiny);
    return std::abs(jump) > 1e-12 || std::abs(right - left) > 1e-3 * (std::abs(right) + std::abs(left) + 1);
}

using Conditional = WaveMeans::Means;

template <class Weights, class Values, class Slopes>
Conditional means(const Weights& weights, const Values& x, const Slopes& d)
{
    const double value = (weights * x).sum();
    return {value, (weights * d).sum(), (weights * (x - value).square()).sum()};
}

/// Means over Gaussians of one variance around many centers in a range.
class ConditionalMeans {
public:
    /// Prepares centers in [−range, range].
    ConditionalMeans(const ActivationFunction& phi, const Roughness& roughness, double variance, double range)
        : phi_(phi), roughness_(roughness), variance_(variance), scale_(std::sqrt(variance))
    {
        if (scale_ > roughness.widest_gaussian)
            wide_ = by_own_rule(0);
        else if (wave_ = WaveMeans(phi, roughness, scale_); wave_.empty() && variance > 0)
            shared_ = SharedNodes(
                phi, roughness, scale_, roughness.repeats() ? std::min(range, roughness.period / 2) : range);
    }

    Conditional operator()(double center) const
    {
        if (variance_ == 0)
            return {phi_.value(center), phi_.derivative(center), 0};
        if (wide_)   // the wave is averaged out
            return {wide_->value + roughness_.slope * center, wide_->derivative, wide_->variance};
        if (!wave_.empty())
            return wave_.around(center);
        if (!shared_.empty()) {
            const SharedNodes::Window at
                = shared_.around(roughness_.repeats() ? within_period(roughness_, center) : center, gaussian_reach);
            return means(at.weights, at.value, at.derivative);
        }
        return smooth_around(center, gaussian_reach * scale_) ? by_hermite(center) : by_own_rule(center);
    }

private:
    /// Returns whether one panel is enough for all points closer to the center than `half`.
    bool smooth_around(double center, double half) const
    {
        return 2 * half <= roughness_.longest_panel
            && std::all_of(roughness_.centers.begin(), roughness_.centers.end(), [&](const auto& c) {
                   const double gap = c.distance(center) - half;
                   return gap >= 2 * half || (!c.kink && 2 * half <= c.length);
               });
    }

    Conditional by_hermite(double center) const
    {
        static const GaussianRule rule = hermite_rule(panel_order);
        thread_local Eigen::ArrayXd z(panel_order), x(panel_order), d(panel_order);
        z = center + scale_ * rule.nodes;
        phi_.value(z.data(), x.data(), panel_order);
        phi_.derivative(z.data(), d.data(), panel_order);
        Conditional result = means(rule.weights, x, d);
        // When φ is nearly straight, differences of its values have lost digits that its slopes still have. In Hermite
        // coefficients, Var φ = Σ k! a_k² and s² E[φ'²] = Σ k k! a_k², with a_1 = s E[φ']. The mean of (s E[φ'])² and
        // s² E[φ'²] is therefore right up to a_3².
        if (smooth_around(center, 500 * scale_))
            result.variance
                = variance_ * (result.derivative * result.derivative + (rule.weights * d.square()).sum()) / 2;
        return result;
    }

    Conditional by_own_rule(double center) const
    {
        const GaussianRule rule = gaussian_rule(roughness_, center, variance_);
        thread_local Eigen::ArrayXd x, d;
        x.resize(rule.nodes.size());
        d.resize(rule.nodes.size());
        phi_.value(rule.nodes.data(), x.data(), x.size());
        phi_.derivative(rule.nodes.data(), d.data(), d.size());
        return means(rule.weights, x, d);
    }

    const ActivationFunction& phi_;
    const Roughness& roughness_;
    double variance_, scale_;
    std::optional<Conditional> wide_;   // the mean around 0, for a Gaussian so wide that a wave is averaged out
    WaveMeans wave_;
    SharedNodes shared_;
};

}   // namespace

Roughness roughness(const ActivationFunction& phi)
{
    Roughness result;
    for (const double kink : phi.kinks())
        if (kink != 0)
            result.centers.push_back({kink, kink, infinity, true});
    for (const Stretch& stretch : phi.stretches())
        result.centers.push_back({stretch.low, stretch.high, stretch.length});
    result.centers.push_back({0, 0, 2 * scale_at_zero(phi), rough_at_zero(phi)});
    std::ranges::sort(result.centers, {}, &Roughness::Center::low);
    if (const Limits& limits = phi.limits(); limits.wave_panel > 0) {
        result.longest_panel = limits.wave_panel;
        result.widest_gaussian = limits.wave_reach;
        result.slope = limits.bounded ? 0 : limits.growth_right;
        result.period = limits.wave_period;
    }
    return result;
}

PreactivationMoments GaussianExpectation::moments(double q, double mean) const
{
    PreactivationMoments m;
    if (q == 0) {
        m.mean = phi_.value(mean);
        m.square = m.mean * m.mean;
        m.fourth = m.square * m.square;
        const double slope = phi_.derivative(mean);
        m.derivative_square = m.square_slope = slope * slope;
        return m;
    }
    const GaussianRule rule = gaussian_rule(roughness_, mean, q);
    Eigen::ArrayXd x(rule.nodes.size()), d(rule.nodes.size());
    phi_.value(rule.nodes.data(), x.data(), x.size());
    phi_.derivative(rule.nodes.data(), d.data(), d.size());
    m.mean = (rule.weights * x).sum();
    m.square = (rule.weights * x.square()).sum();
    if (m.mean * m.mean < 1e-28 * m.square)
        m.mean = 0;
    m.variance = (rule.weights * (x - m.mean).square()).sum();
    m.fourth = (rule.weights * x.square().square()).sum();
    m.derivative_square = (rule.weights * d.square()).sum();
    // Integrates by parts, so that no second derivative is needed: d E[φ²]/dq = E[(z − m) φ φ'] / q.
    const double width = roughness_.slope != 0 ? q : std::min(q, std::pow(roughness_.widest_gaussian, 2));
    const Eigen::ArrayXd away = rule.nodes - mean;
    m.square_slope = (rule.weights * away * x * d).sum() / width;
    m.derivative_square_slope = (rule.weights * (away.square() / width - 1) * d.square()).sum() / (2 * width);
    return m;
}

PairMoments GaussianExpectation::pair(double q_a, double q_b, double d) const
{
    // z_a = s_a g + √(q_a (1−|c|)) h and z_b = ±s_b g + √(q_b (1−|c|)) h' with s = √(q|c|) and independent g, h, h'.
    // The outer rule over g integrates the product of two inner means over h and h'.
    const bool positive = d <= 1, equal = q_a == q_b;
    const double common = positive ? 1 - d : d - 1, own = positive ? d : 2 - d;   // |c| and 1 − |c|
    if (!(d >= 0 && d <= 2 && q_a > 0 && q_b > 0 && q_a < infinity && q_b < infinity))
        return {nan, nan, nan};
    if (own == 0 && equal && positive) {
        const PreactivationMoments m = moments(q_a);
        return {m.square, m.derivative_square, 0};
    }
    if (common == 0) {
        const auto alone = [&](double q) { return ConditionalMeans(phi_, roughness_, q, 0)(0); };
        const Conditional a = alone(q_a), b = equal ? a : alone(q_b);
        return {a.value * b.value, a.derivative * b.derivative, equal ? a.variance : nan};
    }
    const double s_a = std::sqrt(q_a * common), s_b = (positive ? 1 : -1) * std::sqrt(q_b * common);
    // Two sines of different frequencies agree until the difference of their arguments is a few radians.
    const double apart = equal ? 1 : std::max(std::abs(1 - std::sqrt(q_b / q_a)), 1e-2);
    Roughness outer;
    const double width = std::sqrt(own / common), kink_length = std::max(2 * width, 1e-12);
    add_smoothed(roughness_, s_a, width, kink_length, outer);
    if (s_b != s_a)
        add_smoothed(roughness_, s_b, width, kink_length, outer);
    outer.widest_gaussian = roughness_.widest_gaussian / (s_a * apart);
    outer.period = equal && roughness_.repeats() ? roughness_.period / s_a : 0;
    const GaussianRule rule = wave_rule(outer);
    const double range = rule.nodes.abs().maxCoeff();
    const ConditionalMeans inner_a(phi_, roughness_, q_a * own, range * s_a);
    const std::optional<ConditionalMeans> other = equal
        ? std::nullopt
        : std::optional<ConditionalMeans>(std::in_place, phi_, roughness_, q_b * own, range * std::abs(s_b));
    const ConditionalMeans& inner_b = other ? *other : inner_a;
    PairMoments result;
    double own_variance = 0;
    for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
        const double g = rule.nodes[i], weight = rule.weights[i];
        const Conditional a = inner_a(s_a * g), b = s_b == s_a ? a : inner_b(s_b * g);
        result.product += weight * a.value * b.value;
        result.derivative_product += weight * a.derivative * b.derivative;
        own_variance += weight * a.variance;
    }
    // Adds the part of the line beyond the Gaussian that the rule covers for the wave.
    const double seen = std::min(outer.widest_gaussian, 1.0);   // in units of g
    result.product += roughness_.slope * roughness_.slope * s_a * s_b * (1 - seen * seen);
    // For c > 0, the difference depends on h and h' only.
    result.half_square_difference = !equal ? nan : positive ? own_variance : moments(q_a).square - result.product;
    return result;
}

}   // namespace stepzero
