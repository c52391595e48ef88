// SPDX-License-Identifier: GPL-3.0-or-later
// Decompositions of small symmetric matrices by Eigen. Its templates take many seconds to compile, so one file
// instantiates them for double, and all other code includes only this header. For other matrices, and large ones, see
// core/modules/spectrum/singular_values.h and core/math/linear/qr.h.
#pragma once

#include <Eigen/Core>

namespace stepzero {

/// The decomposition A = V diag(values) Vᵀ of a symmetric A [n, n].
struct SymmetricEigen {
    Eigen::VectorXd values;   ///< n, in increasing order
    Eigen::MatrixXd vectors;   ///< [n, n], V: orthonormal columns
};

/// Reads only the lower half of A. It cannot be stopped; it takes n³ operations, one second at n = 1000.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a);

/// Returns the lower triangular L with L Lᵀ = A; A [n, n] symmetric and positive definite.
Eigen::MatrixXd cholesky_root(const Eigen::MatrixXd& a);

/// Returns x with A x = b; A [n, n] symmetric and positive semidefinite.
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}   // namespace stepzero
