// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/eigen_references.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

Eigen::VectorXd jacobi_singular_values(const Eigen::MatrixXd& matrix)
{
    return Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
}

Eigen::MatrixXf orthonormal_columns(const Eigen::MatrixXf& a)
{
    return Eigen::HouseholderQR<Eigen::MatrixXf>(a).householderQ() * Eigen::MatrixXf::Identity(a.rows(), a.cols());
}

double log10_determinant(const Eigen::MatrixXd& a)
{
    return a.partialPivLu().matrixLU().diagonal().array().abs().log10().sum();
}
