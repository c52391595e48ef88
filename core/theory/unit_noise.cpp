// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/unit_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/math/quadrature/gaussian_rule.h"
#include "core/math/quadrature/shared_nodes.h"

namespace stepzero {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double least_weight = 1e-10;   // smallest weight of a node
constexpr double pair_reach = 6;   // in standard deviations; beyond lies 1e-6 of a fourth moment

double ratio(double numerator, double denominator) { return denominator > 0 ? numerator / denominator : 0; }

/// Returns ∫₁^∞ x^{−3/2} e^{−tx} dx / 2.
double tail(double t) { return std::exp(-t) - std::sqrt(pi * t) * std::erfc(std::sqrt(t)); }

/// Returns the nodes of a rule in standard deviations from its mean.
Eigen::ArrayXd standardized(const GaussianRule& rule, double mean)
{
    const Eigen::ArrayXd away = rule.nodes - mean;
    return away / std::sqrt((rule.weights * away.square()).sum());
}

// Gauss-Hermite rules: for a Gaussian that is narrow compared with the scale of φ, and for a wider one.
const GaussianRule& narrow()
{
    static const GaussianRule rule = hermite_rule(7);
    return rule;
}

const GaussianRule& wide()
{
    static const GaussianRule rule = hermite_rule(21);
    return rule;
}

/// Returns a Gauss-Hermite rule for φ over N(center, deviation²) with an error of about 0.1%; null when none is
/// accurate enough.
const GaussianRule* hermite_for(const Roughness& roughness, double center, double deviation)
{
    double scale = roughness.longest_panel;
    for (const auto& c : roughness.centers)
        if (c.distance(center) < 4 * deviation)
            scale = std::min(scale, c.kink ? 0 : c.length);
    return deviation >= std::min(3 * scale, 1.0) ? nullptr : deviation < scale / 8 ? &narrow() : &wide();
}

/// Mean, central moments and related quantities of φ over a Gaussian.
struct Central {
    double mean, second, third, fourth;
    double with_scaling;   // Cov(φ, (z − m)φ')
    double scaling;   // E[(z − m)φ']
    double slope;   // E[φ']
};

/// φ over N(center, variance) for the nodes of an outer rule, with the effect of scaling all of z.
class Inner {
public:
    /// Prepares centers in [−range, range].
    Inner(const ActivationFunction& phi, const Roughness& roughness, double variance, double range)
        : phi_(phi), roughness_(roughness), variance_(variance), deviation_(std::sqrt(variance))
    {
        if (deviation_ > roughness.widest_gaussian)
            wide_ = own(0);
        else if (variance > 0 && !hermite_for(roughness, 0, deviation_))
            shared_ = SharedNodes(phi, roughness, deviation_, range);
    }

    Central operator()(double center)
    {
        if (variance_ == 0) {
            const double value = phi_.value(center), slope = phi_.derivative(center);
            return {value, 0, 0, 0, 0, center * slope, slope};
        }
        if (wide_) {   // the wave is averaged out
            Central result = *wide_;
            result.mean += roughness_.slope * center;
            result.scaling += roughness_.slope * center;
            return result;
        }
        if (!shared_.empty()) {
            const SharedNodes::Window at = shared_.around(center, pair_reach);
            return central(at.nodes, at.weights, at.value, at.derivative);
        }
        return own(center);
    }

private:
    Central own(double center)
    {
        if (const GaussianRule* rule = hermite_for(roughness_, center, deviation_)) {
            z_ = center + deviation_ * rule->nodes;
            weights_ = rule->weights;
        } else {
            const GaussianRule whole = gaussian_rule(roughness_, center, variance_);
            z_ = whole.nodes;
            weights_ = whole.weights;
        }
        x_.resize(z_.size());
        slope_.resize(z_.size());
        phi_.value(z_.data(), x_.data(), z_.size());
        phi_.derivative(z_.data(), slope_.data(), z_.size());
        return central(z_, weights_, x_, slope_);
    }

    template <class Array>
    Central central(const Array& z, const Array& weights, const Array& x, const Array& slope)
    {
        Central result;
        result.mean = (weights * x).sum();
        result.slope = (weights * slope).sum();
        scaled_ = z * slope;
        result.scaling = (weights * scaled_).sum();
        away_ = x - result.mean;
        result.with_scaling = (weights * away_ * scaled_).sum();
        scaled_ = weights * away_.square();
        result.second = scaled_.sum();
        result.third = (scaled_ * away_).sum();
        result.fourth = (scaled_ * away_.square()).sum();
        return result;
    }

    const ActivationFunction& phi_;
    const Roughness& roughness_;
    double variance_, deviation_;
    std::optional<Central> wide_;   // the values around 0, for a Gaussian so wide that a wave is averaged out
    SharedNodes shared_;
    Eigen::ArrayXd z_, weights_, x_, slope_, scaled_, away_;
};

}   // namespace

Eigen::Matrix<double, hermite_terms + 1, Eigen::Dynamic> hermite_coefficients(
    const Eigen::ArrayXd& g, const Eigen::ArrayXd& weights, const Eigen::MatrixXd& values)
{
    Eigen::MatrixXd weighted(g.size(), hermite_terms + 1);
    weighted.col(0) = weights;
    weighted.col(1) = weights * g;
    for (int k = 1; k < hermite_terms; ++k)
        weighted.col(k + 1)
            = (g * weighted.col(k).array() - std::sqrt(double(k)) * weighted.col(k - 1).array()) / std::sqrt(k + 1.0);
    return weighted.transpose() * values;
}

CovarianceSeries::CovarianceSeries(const HermiteCoefficients& products, double at_one, double factor)
    : terms_(products * factor)
{
    terms_[0] = 0;
    rest_ = at_one * factor - terms_.sum();
}

double CovarianceSeries::operator()(double c) const
{
    double sum = 0;
    for (int k = hermite_terms; k > 0; --k)
        sum = (sum + terms_[k]) * c;
    // A tail with both parities nearly cancels at c < 0.
    return c > 0 ? sum + rest_ * tail(-hermite_terms * std::log(c)) : sum;
}

double CovarianceSeries::slope(double c) const
{
    double sum = 0;
    for (int k = hermite_terms; k > 0; --k)
        sum = sum * c + k * terms_[k];
    return sum;
}

UnitNoise unit_noise(const ActivationFunction& phi, const Roughness& roughness, double q, double mean)
{
    const GaussianRule rule = gaussian_rule(roughness, mean, q);
    const Eigen::Index n = rule.nodes.size();
    enum Function { value, slope, square, deviation, slope_square, functions };
    Eigen::MatrixXd f(n, int(functions));
    phi.value(rule.nodes.data(), f.col(value).data(), n);
    phi.derivative(rule.nodes.data(), f.col(slope).data(), n);
    const auto average = [&](const auto& x) { return (rule.weights * x.array()).sum(); };
    const double center = average(f.col(value));
    f.col(square) = f.col(value).array().square();
    f.col(deviation) = (f.col(value).array() - center).square();
    f.col(slope_square) = f.col(slope).array().square();
    const auto series = hermite_coefficients(standardized(rule, mean), rule.weights, f);

    UnitNoise noise;
    noise.square = series(0, square);
    const double variance = series(0, deviation), rms = std::sqrt(noise.square);
    noise.derivative_square = series(0, slope_square);
    noise.mean = ratio(center, rms);
    noise.derivative_mean = ratio(series(0, slope), std::sqrt(noise.derivative_square));
    const double half_root = std::sqrt(0.5);
    noise.square_slope = half_root * ratio(series(2, square), noise.square);
    noise.mean_slope = half_root * ratio(series(2, value), rms);
    noise.deviation_slope = half_root * ratio(series(2, deviation), variance);
    noise.derivative_slope = half_root * ratio(series(2, slope_square), noise.derivative_square);
    const double curvature = std::sqrt(1.5);
    noise.square_curvature = curvature * ratio(series(4, square), noise.square);
    noise.derivative_curvature = curvature * ratio(series(4, slope_square), noise.derivative_square);
    // √q E[gφφ'] = dE[φ²]/d ln q.
    noise.alignment = noise.square_slope * noise.square_slope * ratio(noise.square / q, noise.derivative_square);

    const auto covariance = [&](Function a, Function b, double scale) {
        const double at_one = average((f.col(a).array() - series(0, a)) * (f.col(b).array() - series(0, b)));
        return CovarianceSeries(series.col(a).array() * series.col(b).array(), at_one, ratio(1, scale));
    };
    noise.of_squares = covariance(square, square, noise.square * noise.square);
    noise.of_values = covariance(value, value, noise.square);
    noise.of_deviations = covariance(deviation, deviation, variance * variance);
    noise.of_derivatives = covariance(slope, slope, noise.derivative_square);
    noise.of_derivative_squares
        = covariance(slope_square, slope_square, noise.derivative_square * noise.derivative_square);
    noise.of_both = covariance(square, slope_square, noise.square * noise.derivative_square);
    return noise;
}

namespace {

/// A quadrature rule for the Gaussian g that two units share.
struct OuterRule {
    GaussianRule rule;
    bool averaged = false;   // a wave is averaged over its phase; lengths and correlations with others have no effect
};

/// `s`: standard deviation of the shared part; `width`: that of each unit's separate part, divided by `s`.
OuterRule outer_rule(const Roughness& roughness, double s, double width, bool positive)
{
    if (s == 0)
        return {{Eigen::ArrayXd::Zero(1), Eigen::ArrayXd::Ones(1)}};
    if (hermite_for(roughness, 0, s))
        return {wide()};
    Roughness outer;
    add_smoothed(roughness, s, width, std::numeric_limits<double>::infinity(), outer);
    if (!positive)
        add_smoothed(roughness, -s, width, std::numeric_limits<double>::infinity(), outer);
    outer.widest_gaussian = roughness.widest_gaussian / s;
    outer.slope = roughness.slope * s;
    outer.period = roughness.slope == 0 ? roughness.period / s : 0;
    const bool averaged = outer.period > 0 && outer.widest_gaussian <= 1;
    return {averaged ? wave_rule(outer) : gaussian_rule(outer, 0, 1), averaged};
}

}   // namespace

PairNoise pair_noise(const ActivationFunction& phi, const Roughness& whole, double q, double d)
{
    Roughness roughness = whole;
    roughness.widest_gaussian /= 2;   // an error of one percent is acceptable
    // z_a = s g + √(q own) h and z_b = ±s g + √(q own) h', as in GaussianExpectation::pair().
    const bool positive = d <= 1;
    const double common = positive ? 1 - d : d - 1, own = positive ? d : 2 - d;
    const double s = std::sqrt(q * common);
    const OuterRule outer = outer_rule(roughness, s, std::sqrt(own / common), positive);
    const GaussianRule& rule = outer.rule;
    Inner inner(phi, roughness, q * own, s * std::min(pair_reach, rule.nodes.abs().maxCoeff()));
    Eigen::MatrixXd difference = Eigen::MatrixXd::Zero(rule.nodes.size(), 2);   // E[(φ_a − φ_b)²|g]/2, E[φ_a²|g]
    double scaling = 0, slopes = 0, fourth = 0, with_square = 0, half = 0, square = 0;
    for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
        const double weight = rule.weights[i], g = rule.nodes[i];
        if (std::abs(g) > pair_reach || weight < least_weight)
            continue;
        const Central a = inner(s * g), b = positive || s == 0 ? a : inner(-s * g);
        const double apart = a.mean - b.mean, apart2 = apart * apart, both = a.second + b.second;
        const double half_difference = (apart2 + both) / 2;
        // (φ_a − φ_b)² = (apart + u − v)² and φ_a² = (mean + u)² with independent u, v.
        fourth += weight
            * (apart2 * apart2 + 6 * apart2 * both + 4 * apart * (a.third - b.third) + a.fourth + b.fourth
                + 6 * a.second * b.second);
        with_square += weight
            * (a.mean * a.mean * (apart2 + both) + 2 * a.mean * (2 * apart * a.second + a.third) + a.second * apart2
                + 2 * apart * a.third + a.fourth + a.second * b.second);
        scaling += weight * (apart * (a.scaling - b.scaling) + a.with_scaling + b.with_scaling);
        slopes += weight * a.slope * b.slope;
        half += weight * half_difference;
        square += weight * (a.mean * a.mean + a.second);
        difference(i, 0) = half_difference;
        difference(i, 1) = a.mean * a.mean + a.second;
    }
    PairNoise noise;
    noise.by_distance = ratio(q * d * slopes, half);
    noise.by_length = outer.averaged ? 0 : ratio(scaling / 2, half) - noise.by_distance;
    noise.of_differences = ratio(fourth / 4, half * half) - 1;
    noise.with_square = ratio(with_square / 2, half * square) - 1;
    if (positive && s > 0) {
        Eigen::Matrix<double, hermite_terms + 1, Eigen::Dynamic> series = Eigen::MatrixXd::Zero(hermite_terms + 1, 2);
        if (outer.averaged)
            series.row(0) = rule.weights.matrix().transpose() * difference;
        else
            series = hermite_coefficients(standardized(rule, 0), rule.weights, difference);
        const auto covariance = [&](int a, int b, double scale) {
            const double at_one = (rule.weights * (difference.col(a).array() - series(0, a))
                * (difference.col(b).array() - series(0, b)))
                                      .sum();
            return CovarianceSeries(series.col(a).array() * series.col(b).array(), at_one, ratio(1, scale));
        };
        noise.between_pairs = covariance(0, 0, half * half);
        noise.with_other = covariance(0, 1, half * square);
    }
    return noise;
}

}   // namespace stepzero
