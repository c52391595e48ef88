// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/gaussian_rule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/quadrature/gauss_rules.h"
#include "core/math/quadrature/panels.h"

namespace stepzero {

namespace {

/// Returns a rule for N(mean, scale²), where scale is at most the width that a wave needs.
GaussianRule panel_rule(const Roughness& roughness, double mean, double scale)
{
    thread_local std::vector<double> ends;
    const double near = within_period(roughness, mean);
    if (scale < 1e-14 * std::abs(near)) {   // the ends of panels would round to the same double
        static const GaussianRule unit = hermite_rule(20);
        GaussianRule rule = unit;
        rule.nodes = mean + scale * rule.nodes;
        return rule;
    }
    panel_ends(roughness, near - gaussian_reach * scale, near + gaussian_reach * scale, gaussian_panel * scale, ends);
    Panels panels(ends);
    GaussianRule rule {std::move(panels.nodes), std::move(panels.weights)};
    rule.weights *= (-0.5 * ((rule.nodes - near) / scale).square()).exp();
    rule.weights /= rule.weights.sum();
    rule.nodes += mean - near;
    return rule;
}

/// Returns a rule for N(mean, deviation²) that is wider than a wave needs: a Gaussian just wide enough around each node
/// of a coarse rule. The phase of the wave is independent of the position on the line. The rule is therefore exact for
/// the wave times a polynomial of degree 39 along the line.
GaussianRule rule_on_slope(const Roughness& roughness, double mean, double deviation)
{
    static const GaussianRule coarse = hermite_rule(20);
    const double widest = roughness.widest_gaussian, rest = std::sqrt((deviation - widest) * (deviation + widest));
    const bool kinked = std::ranges::any_of(roughness.centers, &Roughness::Center::kink);
    // Without kinks, evenly spaced nodes are more accurate; a step that is a power of two keeps their distances exact
    // far out.
    const double step = std::exp2(std::floor(std::log2(0.3 * roughness.longest_panel))),
                 half = std::floor(gaussian_reach * widest / step);
    GaussianRule fine {Eigen::ArrayXd::LinSpaced(2 * Eigen::Index(half) + 1, -half * step, half * step), {}};
    fine.weights = (-0.5 * (fine.nodes / widest).square()).exp();
    fine.weights /= fine.weights.sum();
    std::vector<double> nodes, weights;
    for (Eigen::Index i = 0; i < coarse.nodes.size(); ++i) {
        const double center = mean + rest * coarse.nodes[i], near = within_period(roughness, center);
        if (kinked) {
            fine = panel_rule(roughness, near, widest);
            fine.nodes -= near;
        }
        const double apart = std::max(1.0, 1e-12 * rest);   // far out, rounding does not preserve the phase
        for (Eigen::Index k = 0; k < fine.nodes.size(); ++k) {
            nodes.push_back(center + fine.nodes[k] * apart);
            weights.push_back(coarse.weights[i] * fine.weights[k]);
        }
    }
    return {Eigen::Map<Eigen::ArrayXd>(nodes.data(), Eigen::Index(nodes.size())),
        Eigen::Map<Eigen::ArrayXd>(weights.data(), Eigen::Index(weights.size()))};
}

}   // namespace

GaussianRule hermite_rule(int size)
{
    const GaussRule rule = gauss_hermite(size);
    return {Eigen::Map<const Eigen::ArrayXd>(rule.nodes.data(), size),
        Eigen::Map<const Eigen::ArrayXd>(rule.weights.data(), size)};
}

double within_period(const Roughness& roughness, double z)
{
    return roughness.period > 0 ? std::remainder(z, roughness.period) : z;
}

GaussianRule gaussian_rule(const Roughness& roughness, double mean, double variance)
{
    const double whole = std::sqrt(variance), scale = std::min(whole, roughness.widest_gaussian);
    return scale < whole && roughness.slope != 0 ? rule_on_slope(roughness, mean, whole)
                                                 : panel_rule(roughness, mean, scale);
}

GaussianRule wave_rule(const Roughness& roughness)
{
    const double period = roughness.period;
    if (!(period > 0 && period < gaussian_reach))
        return gaussian_rule(roughness, 0, 1);
    std::vector<double> ends;
    panel_ends(roughness, -period / 2, period / 2, gaussian_panel, ends);
    Panels panels(ends);
    GaussianRule rule {std::move(panels.nodes), std::move(panels.weights)};
    if (roughness.widest_gaussian > 1) {   // otherwise all phases are equally likely
        const Eigen::ArrayXd lengths = std::exchange(rule.weights, Eigen::ArrayXd::Zero(rule.nodes.size()));
        for (double away = -std::ceil(gaussian_reach / period); away * period < gaussian_reach + period; ++away)
            rule.weights += lengths * (-0.5 * (rule.nodes + away * period).square()).exp();
    }
    rule.weights /= rule.weights.sum();
    return rule;
}

void add_smoothed(const Roughness& roughness, double s, double width, double kink_length, Roughness& to)
{
    double last = -std::numeric_limits<double>::infinity();   // position of the last kink
    for (const auto& center : roughness.centers) {
        const auto [low, high] = std::minmax({center.low / s, center.high / s});
        if (center.kink && low != 0 && std::abs(low - last) < width / 2)
            continue;
        const double smoothed = std::hypot(center.length / s, width);
        to.centers.push_back({low, high, center.kink ? std::min(smoothed, kink_length) : smoothed});
        last = center.kink ? low : last;
    }
    std::ranges::sort(to.centers, {}, &Roughness::Center::low);
    to.longest_panel = std::min(to.longest_panel, roughness.longest_panel / std::abs(s));
}

}   // namespace stepzero
