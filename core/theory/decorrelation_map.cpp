// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/decorrelation_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepzero {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double settled = 1e-14;   // relative change of a length
constexpr double rounding = 2e-13;   // size of a polynomial's last terms relative to its first
constexpr double far = 1e20;   // here 1/√q is below the promised accuracy
constexpr std::size_t worthwhile = 64;   // number of layers for which fitting a panel pays off
constexpr int most_fits = 16, most_halvings = 5;

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
    const bool repeats = expectation_ == &expectation && std::abs(q - q_) <= settled * q;
    if (!repeats) {
        panels_.clear();
        fits_ = 0;
        expectation_ = &expectation;
        q_ = q;
    }
    if (repeats && (alike >= worthwhile || !panels_.empty())) {
        const double angle = 2 * std::asin(std::sqrt(d / 2));
        if (const Panel* panel = panel_at(angle)) {
            const double x = (2 * angle - panel->low - panel->high) / (panel->high - panel->low);
            double next = 0, sum = 0;   // Clenshaw's recurrence
            for (int k = nodes - 1; k > 0; --k) {
                const double term = panel->terms[std::size_t(k)] + 2 * x * sum - next;
                next = sum;
                sum = term;
            }
            return (panel->terms[0] + x * sum - next) * d;
        }
    }
    return expectation.pair(q, q, d).half_square_difference;
}

const DecorrelationMap::Panel* DecorrelationMap::panel_at(double angle)
{
    for (const Panel& panel : panels_)
        if (panel.low <= angle && angle <= panel.high)
            return &panel;
    double low = 0, high = std::min(1.25 * angle, pi);
    for (int i = 0; i <= most_halvings && fits_ < most_fits; ++i, ++fits_) {
        const Panel panel = fitted(low, high);
        double size = 0, end = 0;
        for (int k = 0; k < nodes; ++k)
            (k < nodes - 3 ? size : end) = std::max(k < nodes - 3 ? size : end, std::abs(panel.terms[std::size_t(k)]));
        if (end <= rounding * size)
            return &panels_.emplace_back(panel);
        const double middle = (low + high) / 2;
        (angle < middle ? high : low) = middle;
    }
    return nullptr;
}

DecorrelationMap::Panel DecorrelationMap::fitted(double low, double high) const
{
    std::array<double, nodes> values;
    for (int i = 0; i < nodes; ++i) {
        const double angle = (low + high) / 2 + (high - low) / 2 * std::cos(pi * (i + 0.5) / nodes);
        const double sine = std::sin(angle / 2), d = 2 * sine * sine;
        values[std::size_t(i)] = expectation_->pair(q_, q_, d).half_square_difference / d;
    }
    Panel panel {low, high, {}};
    for (int k = 0; k < nodes; ++k) {
        double sum = 0;
        for (int i = 0; i < nodes; ++i)
            sum += values[std::size_t(i)] * std::cos(pi * k * (i + 0.5) / nodes);
        panel.terms[std::size_t(k)] = sum * (k == 0 ? 1.0 : 2.0) / nodes;
    }
    return panel;
}

}   // namespace stepzero
