// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace stepzero {

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& a)
{
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::MatrixXd cholesky_root(const Eigen::MatrixXd& a) { return a.llt().matrixL(); }

Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) { return a.ldlt().solve(b); }

}   // namespace stepzero
