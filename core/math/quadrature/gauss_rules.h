// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian quadrature rules for two weight functions: constant on [−1, 1], and the standard normal density.
#pragma once

#include <vector>

namespace stepzero {

/// A rule Σ weight·f(node), exact for polynomials of degree below twice the number of nodes. Nodes ascend.
struct GaussRule {
    std::vector<double> nodes, weights;
};

GaussRule gauss_legendre(int nodes);   ///< ∫ f(x) dx over [−1, 1]
GaussRule gauss_hermite(int nodes);   ///< E[f(g)], g ~ N(0, 1)

}   // namespace stepzero
