// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that Gaussian expectations are taken by, for those who take some of their own.
#pragma once

#include <Eigen/Core>

#include "core/quadrature/quadrature.h"

namespace stepzero {

/// Nodes and weights of a rule for E[f(m + √q g)]: Σ weight·f(node). Weights sum to 1.
struct GaussianRule {
    Eigen::ArrayXd nodes, weights;
};

/// The rule for N(mean, variance), variance > 0, and functions no rougher than told.
GaussianRule gaussian_rule(const Roughness& roughness, double mean, double variance);

}   // namespace stepzero
