// SPDX-License-Identifier: GPL-3.0-or-later
// Eigen's decompositions, as references for this program's. Their templates take the compiler half a minute, so they
// are instantiated in one file.
#pragma once

#include <Eigen/Core>

/// Returns the min(m, n) singular values of `matrix` [m, n], largest first, by one-sided Jacobi rotations.
Eigen::VectorXd jacobi_singular_values(const Eigen::MatrixXd& matrix);

/// Returns the first n columns of Q of the QR decomposition of A [m, n], which are orthonormal.
Eigen::MatrixXf orthonormal_columns(const Eigen::MatrixXf& a);

/// Returns log10 |det A| of A [n, n], from its LU decomposition.
double log10_determinant(const Eigen::MatrixXd& a);
