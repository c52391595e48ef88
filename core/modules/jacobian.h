// SPDX-License-Identifier: GPL-3.0-or-later
// The way of one point through a network in float64, and the Jacobian there as a product of factors.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "core/math/activation/activation.h"
#include "core/network/init/parameter.h"

namespace stepzero {

/// numbers·2^exponent
struct Point {
    Eigen::VectorXd numbers;
    std::int64_t exponent = 0;
};

/// The same point in ordinary units (normalizing_shift).
void normalize(Point& point);
/// a + b in ordinary units.
Point sum(const Point& a, const Point& b);

/// 2^exponent diag(slopes) weights
struct JacobianFactor {
    WeightMatrix weights;
    Eigen::VectorXd slopes {};
    std::int64_t exponent = 0;
};

/// 2^exponent numbers
struct Slopes {
    Eigen::VectorXd numbers;
    std::int64_t exponent = 0;
};
/// φ' at z + bias; `at` becomes φ there.
Slopes activate(const Point& z, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at);

/// That of x = φ(W a + b) at a point a, which leaves as x. Throws Stopped.
JacobianFactor factor_behind(
    WeightMatrix weights, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at, const Context& context);

}   // namespace stepzero
