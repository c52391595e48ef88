// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products that can be stopped and that use the pool without letting it touch a bit of the result.
#pragma once

#include <Eigen/Core>

#include "core/run/context.h"

namespace stepzero {

/// A B, in column tiles of fixed width. Throws Stopped.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Context& context);

/// R B for R upper triangular or trapezoidal [k, n], k ≤ n; what is below R's diagonal is not read.
Eigen::MatrixXd upper_product(const Eigen::MatrixXd& r, const Eigen::MatrixXd& b, const Context& context);

}   // namespace stepzero
