// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Gauss for two weights.
#pragma once

#include <vector>

namespace stepzero {

/// Σ weight·f(node), exact for polynomials of degree below twice the number of nodes, which ascend.
struct GaussRule {
    std::vector<double> nodes, weights;
};

GaussRule gauss_legendre(int nodes);   ///< ∫ f(x) dx over [−1, 1]
GaussRule gauss_hermite(int nodes);   ///< E[f(g)], g ~ N(0, 1)

}   // namespace stepzero
