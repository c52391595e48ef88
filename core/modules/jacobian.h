// SPDX-License-Identifier: GPL-3.0-or-later
// The path of one point through a network in float64, and the Jacobian along it as a product of factors. Modules return
// their factors one by one, so that a long product need not be multiplied out.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "core/math/activation/activation.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// The vector numbers·2^exponent.
struct Point {
    Eigen::VectorXd numbers;
    std::int64_t exponent = 0;
};

/// Brings the point to ordinary units (normalizing_shift).
void normalize(Point& point);
/// Returns a + b in ordinary units.
Point sum(const Point& a, const Point& b);

/// The matrix 2^exponent diag(slopes) weights.
struct JacobianFactor {
    WeightMatrix weights;
    Eigen::VectorXd slopes {};
    std::int64_t exponent = 0;
};

/// The vector 2^exponent numbers.
struct Slopes {
    Eigen::VectorXd numbers;
    std::int64_t exponent = 0;
};
/// Returns φ' at z + bias and sets `at` to φ there.
Slopes activate(const Point& z, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at);

/// Returns the factor of x = φ(W a + b) at the point a, and replaces `at` = a by x. Throws Stopped.
JacobianFactor factor_behind(
    WeightMatrix weights, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at, const Context& context);

}   // namespace stepzero
