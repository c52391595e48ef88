// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that Gaussian expectations are taken by, for those who take some of their own.
#pragma once

#include <Eigen/Core>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

/// Nodes and weights of a rule for E[f(m + √q g)]: Σ weight·f(node). Weights sum to 1.
struct GaussianRule {
    Eigen::ArrayXd nodes, weights;
};

GaussianRule hermite_rule(int size);   ///< of Gauss, for N(0, 1) and functions without a scale of their own

/// What is left of z after whole periods of a wave: centers are those around 0.
double within_period(const Roughness& roughness, double z);

/// The rule for N(mean, variance), variance > 0, and functions no rougher than told.
GaussianRule gaussian_rule(const Roughness& roughness, double mean, double variance);

/// The rule for N(0, 1) and functions that are a wave and nothing else: over one period, where it has one.
GaussianRule wave_rule(const Roughness& roughness);

/// Of φ(s·g) as g sees it after smoothing over `width`, which is in units of g: of kinks in a crowd some will do, and
/// panels at one are of `kink_length`.
void add_smoothed(const Roughness& roughness, double s, double width, double kink_length, Roughness& to);

}   // namespace stepzero
