// SPDX-License-Identifier: GPL-3.0-or-later
// E[(φ_a − φ_b)²]/2 of two inputs' units, layer after layer, where many layers are alike for the price of a few
// dozen. Once the length has settled it is a function of the angle θ between the inputs alone, and divided by
// 1 − cos θ it is analytic at θ = 0, whether φ has kinks or not. A Chebyshev polynomial of degree 27 stands in for
// the integral, on a panel that is halved until the polynomial's last terms are below 2e-13.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class DecorrelationMap {
public:
    /// At length q > 0 and 0 < d = 1 − cos θ ≤ 2, of a layer that is the first of `alike` that are the same.
    /// `expectation` must live as long as it is the last one asked for.
    double half_square_difference(const GaussianExpectation& expectation, double q, double d, std::size_t alike);

private:
    double at_length(const GaussianExpectation& expectation, double q, double d, std::size_t alike);

    static constexpr int nodes = 28;
    struct Panel {
        double low, high;   // of θ
        std::array<double, nodes> terms;   // of the integral over d
    };

    const Panel* panel_at(double angle);
    Panel fitted(double low, double high) const;

    const GaussianExpectation* expectation_ = nullptr;
    double q_ = 0;
    std::vector<Panel> panels_;
    int fits_ = 0;
};

}   // namespace stepzero
