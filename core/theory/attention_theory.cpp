// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/attention_theory.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>

namespace stepzero {

namespace {

constexpr double rule_step = 0.25;   // in u; the error of the rule is Γ(2 + iω), ω = 2π/rule_step, below 1e-14
constexpr double least_spread = 0.01, largest_spread = 40;   // range of the quadrature
constexpr double rule_reach = 8.5;   // in g, in standard deviations
constexpr double negligible = 1e-280;   // times any weight of the rule it is still a normal number; others are slow

/// E[1 − e^{−a}], E[a e^{−a}], E[a² e^{−a}] and E[a³ e^{−a}] with a = e^{u + s g}, on a grid of u.
struct Laplace {
    Eigen::ArrayXd u, missing, first, second, third;
};

Laplace laplace(double s, double from, double to)
{
    // Puts u + s g on one grid, whose step divides that of u and is small compared with s.
    const int parts = int(std::ceil(1 / std::min(1.0, s)));
    const double fine = rule_step / parts;
    const int half = int(rule_reach * s / fine), points = int((to - from) / rule_step) + 1;
    std::vector<double> weights;
    double total = 0;
    for (int j = -half; j <= half; ++j)
        total += weights.emplace_back(std::exp(-std::pow(j * fine / s, 2) / 2));
    const Eigen::Index size = Eigen::Index(weights.size()) + Eigen::Index(points - 1) * parts;
    Eigen::ArrayXd missing = Eigen::ArrayXd::Ones(size), first = Eigen::ArrayXd::Zero(size), second = first,
                   third = first;
    for (Eigen::Index i = 0; i < size; ++i) {
        const double a = std::exp(from + double(i - half) * fine);
        if (a > 700)   // also true for all larger i
            break;
        const auto kept = [](double value) { return value < negligible ? 0 : value; };
        missing[i] = kept(-std::expm1(-a));
        first[i] = kept(a * std::exp(-a));
        second[i] = kept(a * first[i]);
        third[i] = kept(a * second[i]);
    }
    const Eigen::Map<const Eigen::ArrayXd> w(weights.data(), Eigen::Index(weights.size()));
    Laplace result {from + rule_step * Eigen::ArrayXd::LinSpaced(points, 0, points - 1), Eigen::ArrayXd(points),
        Eigen::ArrayXd(points), Eigen::ArrayXd(points), Eigen::ArrayXd(points)};
    for (Eigen::Index i = 0; i < points; ++i) {
        const auto mean = [&](const Eigen::ArrayXd& f) { return (w * f.segment(i * parts, w.size())).sum() / total; };
        result.missing[i] = std::min(1.0, mean(missing));
        result.first[i] = mean(first);
        result.second[i] = mean(second);
        result.third[i] = mean(third);
    }
    return result;
}

/// Returns the grid that is needed for any number of keys up to `keys`.
Laplace laplace_for(double keys, double s)
{
    const double largest_sum = std::log(keys) + s * (std::sqrt(2 * std::log(keys)) + rule_reach);
    return laplace(s, -largest_sum - 34, 5 + s * rule_reach);
}

/// Returns (E e^{−a})^k on the grid.
Eigen::ArrayXd power_of(const Laplace& g, int k)
{
    return k > 0 ? (k * (-g.missing).log1p()).exp().eval() : Eigen::ArrayXd::Ones(g.u.size()).eval();
}

/// `power` and `less` are (E e^{−a})^{n−1} and (E e^{−a})^{n−2} on the grid.
SoftmaxMoments integrate(const Laplace& g, const Eigen::ArrayXd& power, const Eigen::ArrayXd& less, double n, double s)
{
    const double log_sum = rule_step * ((-g.u.exp()).exp() - power * (1 - g.missing)).sum();   // F
    // −d/ds of (E e^{−a})^n is n (E e^{−a})^{n−1} s E[(a − a²) e^{−a}], by Stein's lemma.
    const double slope = rule_step * n * (power * (g.first - g.second)).sum();   // F'/s
    // Uses E Σ p_i^a and E Σ_{i≠j} p_i^a p_j^b from E[x^a e^{−ux}] and ∫ u^{a+b−1} du/Γ(a + b).
    const double squares = rule_step * n * (power * g.second).sum(),
                 cubes = rule_step * n * (power * g.third).sum() / 2,
                 pairs = rule_step * n * (n - 1) * (less * g.second.square()).sum();
    return {log_sum, std::clamp(1 - slope, 1 / n, 1.0), std::max(0.0, log_sum - s * s * slope),
        std::max(0.0, 1 - 5 * squares + 4 * cubes + pairs)};
}

/// Returns the expansion for small s, to second order; B to order zero.
SoftmaxMoments narrow(double n, double s)
{
    const double variance = s * s * (1 - 1 / n);
    return {std::log(n) + variance / 2, (1 + variance) / n, std::log(n) - variance / 2,
        (1 - 1 / n) * (1 - 4 / n + 6 / (n * n))};
}

/// Returns the expansion for large s, which continues F = M s + c/s + … from the known values; B decays as 1/s³.
SoftmaxMoments wide(const SoftmaxMoments& known, double s)
{
    const double c = known.entropy * largest_spread / 2;
    const double slope = largest_spread * (1 - known.participation) + c / (largest_spread * largest_spread);
    return {
        slope * s + c / s, 1 - slope / s + c / (s * s * s), 2 * c / s, known.pairing * std::pow(largest_spread / s, 3)};
}

}   // namespace

SoftmaxMoments softmax_moments(int keys, double spread) { return softmax_moments(std::vector {keys}, spread).front(); }

std::vector<SoftmaxMoments> softmax_moments(const std::vector<int>& keys, double spread)
{
    std::vector<SoftmaxMoments> result;
    const double s = std::min(spread, largest_spread);
    std::optional<Laplace> g;
    if (spread >= least_spread && !keys.empty())
        g = laplace_for(*std::max_element(keys.begin(), keys.end()), s);
    for (const int n : keys) {
        SoftmaxMoments& m = result.emplace_back();
        if (n > 1 && !g)
            m = narrow(n, spread);
        else if (n > 1)
            m = integrate(*g, power_of(*g, n - 1), power_of(*g, n - 2), n, s);
        if (n > 1 && spread > s)
            m = wide(m, spread);
    }
    return result;
}

double freezing_spread(double keys) { return std::sqrt(2 * std::log(keys)); }

std::vector<VectorLength> query_lengths(int head_width, bool normalized)
{
    constexpr int points = 4;
    return normalized ? std::vector<VectorLength> {{}} : length_rule(head_width / 2.0, points);
}

HeadPrediction predict_head(
    int vocabulary, int width, double hidden_square, double weight_variance, double bias_variance)
{
    const double variance = width * hidden_square * weight_variance + bias_variance;
    return {variance, variance, softmax_moments(vocabulary, std::sqrt(variance)).log_sum,
        std::log(double(vocabulary)) + variance / 2};
}

}   // namespace stepzero
