// SPDX-License-Identifier: GPL-3.0-or-later
// Decompositions of small symmetric matrices by Eigen. Its templates take the compiler many seconds, so they are
// instantiated in one file, for double, and everybody else includes this header only. For matrices of any shape that
// may be large see core/modules/spectrum/singular_values.h and core/math/linear/qr.h.
#pragma once

#include <Eigen/Core>

namespace stepzero {

/// A = V diag(values) Vᵀ of a symmetric A [n, n].
struct SymmetricEigen {
    Eigen::VectorXd values;   ///< n, in increasing order
    Eigen::MatrixXd vectors;   ///< [n, n], V: orthonormal columns
};

/// Reads the lower half of A only. Cannot be stopped: n³ operations, a second at n = 1000.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a);

/// Lower triangular L with L Lᵀ = A; A [n, n] symmetric and positive definite.
Eigen::MatrixXd cholesky_root(const Eigen::MatrixXd& a);

/// x with A x = b; A [n, n] symmetric and positive semidefinite.
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}   // namespace stepzero
