// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/wave_means.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "core/math/quadrature/panels.h"

namespace stepzero {

namespace {

constexpr double narrowest = 0.2;   // in periods
constexpr double smallest = 39;   // the smallest term kept is e^−39 = 1e-17

}   // namespace

WaveMeans::WaveMeans(const ActivationFunction& phi, const Roughness& roughness, double deviation)
{
    const double period = roughness.period;
    if (!roughness.repeats() || !(deviation >= narrowest * period))
        return;
    frequency_ = 2 * std::numbers::pi / period;
    const double fall = std::pow(frequency_ * deviation, 2) / 2;
    const int orders = int(std::sqrt(smallest / fall));
    std::vector<double> ends;
    panel_ends(roughness, -period / 2, period / 2, period / (orders + 4), ends);   // 16 nodes for one or two waves
    const Panels panels(ends);
    Eigen::ArrayXXd values(panels.nodes.size(), 3);
    phi.value(panels.nodes.data(), values.col(0).data(), panels.nodes.size());
    phi.derivative(panels.nodes.data(), values.col(1).data(), panels.nodes.size());
    const Eigen::ArrayXd weights = panels.weights / period;
    mean_ = (weights * values.col(0)).sum();
    values.col(0) -= mean_;
    values.col(2) = values.col(0).square();
    terms_.resize(1 + 2 * orders, 3);
    terms_.row(0) = (values.colwise() * weights).colwise().sum();
    for (Eigen::Index order = 1; order <= orders; ++order) {
        const Eigen::ArrayXd phase = order * frequency_ * panels.nodes;
        const double left = 2 * std::exp(-fall * order * order);
        terms_.row(2 * order - 1) = left * (values.colwise() * (weights * phase.cos())).colwise().sum();
        terms_.row(2 * order) = left * (values.colwise() * (weights * phase.sin())).colwise().sum();
    }
}

WaveMeans::Means WaveMeans::around(double center) const
{
    Eigen::Array<double, 1, 3> sum = terms_.row(0);
    const double cosine = std::cos(frequency_ * center), sine = std::sin(frequency_ * center);
    double c = cosine, s = sine;
    for (Eigen::Index row = 1; row < terms_.rows(); row += 2) {
        sum += c * terms_.row(row) + s * terms_.row(row + 1);
        const double next = c * cosine - s * sine;
        s = s * cosine + c * sine;
        c = next;
    }
    return {mean_ + sum[0], sum[1], sum[2] - sum[0] * sum[0]};
}

}   // namespace stepzero
