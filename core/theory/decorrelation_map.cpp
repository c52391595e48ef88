// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/decorrelation_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stepzero {

namespace {

using std::numbers::pi;
constexpr double settled_length = 1e-14;   // relative change of a length
constexpr double series_rounding = 2e-13;   // size of a polynomial's last terms relative to its first
constexpr double far = 1e20;   // here 1/√q is below the promised accuracy
constexpr std::size_t worthwhile = 64;   // number of layers for which fitting a panel pays off
constexpr int nodes = 28, most_fits = 16, most_halvings = 5;

}   // namespace

double DecorrelationMap::half_square_difference(
    const GaussianExpectation& expectation, double q, double d, std::size_t alike)
{
    // For a φ that is homogeneous, or looks so at these lengths, the integral at one length is enough.
    const Limits& limits = expectation.phi().limits();
    const bool scales = limits.homogeneous || (!limits.bounded && q > far);
    if (scales) {
        const double at = limits.homogeneous ? 1 : far;
        return at_length(expectation, at, d, alike) * std::pow(q / at, limits.degree);
    }
    return at_length(expectation, q, d, alike);
}

double DecorrelationMap::at_length(const GaussianExpectation& expectation, double q, double d, std::size_t alike)
{
    const bool repeats = expectation_ == &expectation && std::abs(q - q_) <= settled_length * q;
    if (!repeats) {
        panels_.clear();
        fits_ = 0;
        expectation_ = &expectation;
        q_ = q;
    }
    if (repeats && (alike >= worthwhile || !panels_.empty())) {
        const double angle = 2 * std::asin(std::sqrt(d / 2));
        if (const Panel* panel = panel_at(angle))
            return (*panel)(angle)[0] * d;
    }
    return expectation.pair(q, q, d).half_square_difference;
}

const DecorrelationMap::Panel* DecorrelationMap::panel_at(double angle)
{
    for (const Panel& panel : panels_)
        if (panel.low() <= angle && angle <= panel.high())
            return &panel;
    double low = 0, high = std::min(1.25 * angle, pi);
    for (int i = 0; i <= most_halvings && fits_ < most_fits; ++i, ++fits_) {
        const auto integral = [&](double theta) {
            const double sine = std::sin(theta / 2), away = 2 * sine * sine;
            return std::array {expectation_->pair(q_, q_, away).half_square_difference / away};
        };
        const Panel panel(low, high, integral, nodes, 0);
        const std::vector<double>& terms = panel.terms(0);
        double size = 0, end = 0;
        for (std::size_t k = 0; k < terms.size(); ++k)
            (k + 3 < terms.size() ? size : end) = std::max(k + 3 < terms.size() ? size : end, std::abs(terms[k]));
        if (end <= series_rounding * size)
            return &panels_.emplace_back(panel);
        const double middle = (low + high) / 2;
        (angle < middle ? high : low) = middle;
    }
    return nullptr;
}

}   // namespace stepzero
