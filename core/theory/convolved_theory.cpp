// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/convolved_theory.h"

#include <cmath>
#include <utility>

#include "core/math/quadrature/gaussian_rule.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

constexpr int orders = 14;   // number of Hermite polynomials; SiLU of a unit Gaussian then has an error of 1e-7

/// φ at N(mean, v) as a series φ = Σ c_k He_k((z − mean)/√v)/√k!.
struct Series {
    ArrayXd coefficients = ArrayXd::Zero(orders);
    double square = 0, slope_square = 0;
};

Series series_of(const ActivationFunction& phi, const Roughness& roughness, double mean, double v)
{
    Series series;
    const bool point = !(v > 0);
    const GaussianRule rule
        = point ? GaussianRule {ArrayXd::Constant(1, mean), ArrayXd::Ones(1)} : gaussian_rule(roughness, mean, v);
    const Index n = rule.nodes.size();
    ArrayXd value(n), slope(n);
    phi.value(rule.nodes.data(), value.data(), n);
    phi.derivative(rule.nodes.data(), slope.data(), n);
    series.square = (rule.weights * value.square()).sum();
    series.slope_square = (rule.weights * slope.square()).sum();
    const ArrayXd g = point ? ArrayXd::Zero(1) : ArrayXd((rule.nodes - mean) / std::sqrt(v));
    ArrayXd before = ArrayXd::Zero(n), now = ArrayXd::Ones(n);   // He_k/√k!
    for (int k = 0; k < (point ? 1 : orders); ++k) {
        series.coefficients[k] = (rule.weights * value * now).sum();
        const ArrayXd next = (g * now - std::sqrt(double(k)) * before) / std::sqrt(k + 1.0);
        before = std::exchange(now, next);
    }
    return series;
}

/// Returns Σ_j w_j x(s − j, s'), or with `ahead` Σ_j w_j x(s + j, s').
ArrayXXd shifted(const ArrayXXd& x, const std::vector<double>& taps, bool ahead)
{
    ArrayXXd sum = ArrayXXd::Zero(x.rows(), x.cols());
    for (Index j = 0; j < std::min(Index(taps.size()), x.rows()); ++j) {
        const Index rows = x.rows() - j;
        if (ahead)
            sum.topRows(rows) += taps[std::size_t(j)] * x.bottomRows(rows);
        else
            sum.bottomRows(rows) += taps[std::size_t(j)] * x.topRows(rows);
    }
    return sum;
}

ArrayXXd both_shifted(const ArrayXXd& x, const std::vector<double>& taps, bool ahead)
{
    return shifted(shifted(x, taps, ahead).transpose(), taps, ahead);
}

}   // namespace

ActivatedProducts activated(const ActivationFunction& phi, const Roughness& roughness, const ArrayXXd& z, double mean)
{
    const Index n = z.rows();
    const ArrayXd v = z.matrix().diagonal();
    const ArrayXd inverse = (v > 0).select(v.rsqrt(), 0);
    const ArrayXXd cosines = ((z.colwise() * inverse).rowwise() * inverse.transpose()).max(-1).min(1);
    std::vector<Series> series;
    ArrayXXd coefficients(n, orders);
    for (Index t = 0; t < n; ++t) {
        const bool same = t > 0 && std::abs(v[t] - v[t - 1]) <= 1e-12 * v[t];
        series.push_back(same ? series.back() : series_of(phi, roughness, mean, v[t]));
        coefficients.row(t) = series.back().coefficients.transpose();
    }
    ActivatedProducts result {ArrayXXd::Zero(n, n), ArrayXXd::Zero(n, n)};
    for (int k = orders - 1; k >= 0; --k) {
        const Eigen::VectorXd c = coefficients.col(k);
        const ArrayXXd outer = c * c.transpose();
        result.value = result.value * cosines + outer;
        if (k > 0)
            result.slope = result.slope * cosines + k * outer;
    }
    result.slope = (result.slope.colwise() * inverse).rowwise() * inverse.transpose();
    for (Index t = 0; t < n; ++t) {
        result.value(t, t) = series[std::size_t(t)].square;
        result.slope(t, t) = series[std::size_t(t)].slope_square;
    }
    return result;
}

ConvolvedTheory::ConvolvedTheory(
    const ActivationFunction& phi, const std::vector<LawNode>& weights, const std::vector<LawNode>& biases, int taps)
    : phi_(phi), roughness_(roughness(phi)), biases_(biases)
{
    // Flipping the signs of all weights changes nothing, so one of two such kinds stands for both.
    std::vector<std::size_t> at(std::size_t(taps), 0);
    for (bool more = true; more;) {
        Kind kind {{}, 1};
        double first = 0;
        for (const std::size_t node : at) {
            kind.taps.push_back(weights[node].value);
            kind.weight *= weights[node].weight;
            if (first == 0)
                first = weights[node].value;
        }
        if (first != 0)
            kind.weight *= 2;
        if (first >= 0)
            kinds_.push_back(std::move(kind));
        std::size_t place = 0;
        while (place < at.size() && ++at[place] == weights.size())
            at[place++] = 0;
        more = place < at.size();
    }
}

ConvolvedTheory::Passed ConvolvedTheory::forward(const ArrayXXd& x) const
{
    Passed passed {ArrayXXd::Zero(x.rows(), x.cols()), ArrayXd::Zero(x.rows())};
    for (const Kind& kind : kinds_) {
        const ArrayXXd u = both_shifted(x, kind.taps, false);
        for (const LawNode& bias : biases_) {
            const double weight = kind.weight * bias.weight;
            passed.product += weight * activated(phi_, roughness_, u, bias.value).value;
            passed.square += weight * (u.matrix().diagonal().array() + bias.value * bias.value);
        }
    }
    return passed;
}

ArrayXXd ConvolvedTheory::backward(const ArrayXXd& x, const ArrayXXd& gradient) const
{
    ArrayXXd result = ArrayXXd::Zero(x.rows(), x.cols());
    for (const Kind& kind : kinds_) {
        const ArrayXXd u = both_shifted(x, kind.taps, false);
        ArrayXXd slopes = ArrayXXd::Zero(x.rows(), x.cols());
        for (const LawNode& bias : biases_)
            slopes += bias.weight * activated(phi_, roughness_, u, bias.value).slope;
        result += kind.weight * both_shifted(slopes * gradient, kind.taps, true);
    }
    return result;
}

}   // namespace stepzero
