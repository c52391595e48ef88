// SPDX-License-Identifier: GPL-3.0-or-later
// Eigen's decompositions, as references for this program's. Their templates take the compiler half a minute, so they
// are instantiated in one file, for double.
#pragma once

#include <Eigen/Core>

/// Returns the min(m, n) singular values of `matrix` [m, n], largest first, by one-sided Jacobi rotations.
Eigen::VectorXd jacobi_singular_values(const Eigen::MatrixXd& matrix);

/// Returns log10 |det A| of A [n, n], from its LU decomposition.
double log10_determinant(const Eigen::MatrixXd& a);
