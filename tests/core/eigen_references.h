// SPDX-License-Identifier: GPL-3.0-or-later
// Eigen's decompositions, with which tests compare ours. Their templates take the compiler half a minute, so they are
// instantiated in one file, for double.
#pragma once

#include <Eigen/Core>

/// Of `matrix` [m, n], the min(m, n) largest first, by one-sided Jacobi rotations.
Eigen::VectorXd jacobi_singular_values(const Eigen::MatrixXd& matrix);

/// log10 |det A| of A [n, n], from its LU decomposition.
double log10_determinant(const Eigen::MatrixXd& a);
