// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/quadrature/moments.h"

#include <cmath>

#include "core/math/quadrature/quadrature.h"

namespace stepzero {

GaussianMoments gaussian_moments(const ActivationFunction& phi, double q)
{
    const PreactivationMoments moments = GaussianExpectation(phi).moments(q);
    return {moments.mean, moments.square, moments.derivative_square};
}

double forward_gain(const ActivationFunction& phi)
{
    const double square = gaussian_moments(phi, 1).square;
    return square > 0 ? 1 / std::sqrt(square) : 1;
}

}   // namespace stepzero
