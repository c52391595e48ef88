// SPDX-License-Identifier: GPL-3.0-or-later
// Gaussian moments of activation functions. Initialization gains and mean-field theory are built from these numbers.
#pragma once

#include "core/math/activation/activation.h"

namespace stepzero {

struct GaussianMoments {
    double mean = 0;   ///< E[φ(√q g)]
    double square = 0;   ///< E[φ(√q g)²]
    double derivative_square = 0;   ///< E[φ'(√q g)²]
};

/// Returns the moments at preactivation variance q ≥ 0, g ~ N(0, 1), with a relative error of 1e-10. It uses piecewise
/// quadrature with panels that end at the kinks. Gauss-Hermite of a fixed order fails there and at large q.
GaussianMoments gaussian_moments(const ActivationFunction& phi, double q);

/// Returns the gain that preserves the second moment of a unit-variance signal: 1/√E[φ(g)²]. Returns 1 when φ vanishes.
double forward_gain(const ActivationFunction& phi);

}   // namespace stepzero
