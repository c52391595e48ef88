// SPDX-License-Identifier: GPL-3.0-or-later
// Computes E[(φ_a − φ_b)²]/2 for the units of two inputs, layer after layer; many identical layers cost only a few
// dozen integrals. Once the length has settled, it is a function of the angle θ between the inputs only. Divided by 1 −
// cos θ, it is analytic at θ = 0, whether φ has kinks or not. A Chebyshev polynomial of degree 27 replaces the
// integral, on a panel that is halved until the polynomial's last terms are below 2e-13.
#pragma once

#include <cstddef>
#include <vector>

#include "core/math/linear/chebyshev.h"
#include "core/math/quadrature/quadrature.h"

namespace stepzero {

class DecorrelationMap {
public:
    /// Returns the value at length q > 0 and 0 < d = 1 − cos θ ≤ 2, for a layer that is the first of `alike` identical
    /// ones. `expectation` must outlive the calls that use it.
    double half_square_difference(const GaussianExpectation& expectation, double q, double d, std::size_t alike);

private:
    double at_length(const GaussianExpectation& expectation, double q, double d, std::size_t alike);

    using Panel = Chebyshev<1>;   // the integral divided by d, as a function of θ

    const Panel* panel_at(double angle);

    const GaussianExpectation* expectation_ = nullptr;
    double q_ = 0;
    std::vector<Panel> panels_;
    int fits_ = 0;
};

}   // namespace stepzero
