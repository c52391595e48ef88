// SPDX-License-Identifier: GPL-3.0-or-later
// The rules behind Gaussian expectations, for code that computes expectations of its own functions. Each rule is a set
// of nodes and weights that resolves the kinks and waves of an activation.
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

/// Nodes and weights of a rule for E[f(m + √q g)]: Σ weight·f(node). The weights sum to 1.
struct GaussianRule {
    Eigen::ArrayXd nodes, weights;
};

GaussianRule hermite_rule(int size);   ///< Gauss-Hermite, for N(0, 1) and functions without a characteristic scale

/// Returns z modulo the period of a wave, in the period around 0, where the roughness lists its centers.
double within_period(const Roughness& roughness, double z);

/// Returns the rule for N(mean, variance), variance > 0, and functions no rougher than `roughness`.
GaussianRule gaussian_rule(const Roughness& roughness, double mean, double variance);

/// Returns the rule for N(0, 1) and functions that are only a wave: over one period, when the roughness has one.
GaussianRule wave_rule(const Roughness& roughness);

/// Adds the roughness of φ(s·g), as a function of g, after smoothing over `width`, which is in units of g. In a crowd
/// of kinks only some are added; panels at a kink have length `kink_length`.
void add_smoothed(const Roughness& roughness, double s, double width, double kink_length, Roughness& to);

}   // namespace stepzero
