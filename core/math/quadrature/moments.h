// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian moments of activations: the numbers that gains and mean-field theory are made of.
#pragma once

#include "core/math/activation/activation.h"

namespace stepzero {

struct GaussianMoments {
    double mean = 0;   ///< E[φ(√q g)]
    double square = 0;   ///< E[φ(√q g)²]
    double derivative_square = 0;   ///< E[φ'(√q g)²]
};

/// Moments at preactivation variance q ≥ 0, g ~ N(0, 1). Piecewise quadrature whose panels end at the kinks
/// (Gauss-Hermite of a fixed order fails there and at large q); 1e-10 relative.
GaussianMoments gaussian_moments(const ActivationFunction& phi, double q);

/// The gain that keeps the second moment of a unit-variance signal: 1/√E[φ(g)²]. 1 when φ vanishes.
double forward_gain(const ActivationFunction& phi);

}   // namespace stepzero
