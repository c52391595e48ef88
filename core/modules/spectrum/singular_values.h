// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of one matrix and of long products of matrices, such as the Jacobian of a deep network. Products are
// handled by logarithms, because their singular values may span thousands of orders of magnitude.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/base/run/context.h"

namespace stepzero {

/// log10 of singular values, largest first; an absent one stands for a zero.
using LogSpectrum = std::vector<std::optional<double>>;

/// Returns the min(rows, columns) singular values of a matrix, largest first, to about n·ε of the largest, like
/// LAPACK's gesdd. Can be stopped. Throws Stopped.
std::vector<double> singular_values(const Eigen::MatrixXd& matrix, const Context& context);

/// Singular values of a product F_k … F_2 F_1 of factors of matching shapes, over any number of orders of magnitude.
/// The product is never multiplied out. It is kept as U·diag(2^e)·T, with a sorted QR at each step (Gogolenko, Bai,
/// Scalettar 2014). One-sided Jacobi rotations with logarithmic scales process the graded rest (Demmel, Veselić 1992).
class LongProduct {
public:
    /// Makes the product of no factors: the identity of size n.
    explicit LongProduct(int n);

    /// Multiplies the product by 2^exponent·factor from the left; factor is [m, rows of the product so far]. A factor
    /// may have any rank, or no rows. Throws Stopped.
    void multiply(const Eigen::MatrixXd& factor, double exponent, const Context& context);

    /// Returns log10 of the min(m, n) singular values, largest first, each with an error of 1e-6. Zeros, which a low
    /// rank of the factors leaves to working precision, are absent values at the end. Throws Stopped.
    std::vector<std::optional<double>> log10_singular_values(const Context& context) const;

private:
    int columns_;   // columns of the product
    int rows_;   // rows of the product
    bool begun_ = false;   // at least one factor was multiplied
    Eigen::MatrixXd u_;   // [rows, rank], orthonormal columns
    Eigen::VectorXd log2d_;   // [rank], descending except for ties
    Eigen::MatrixXd t_;   // [rank, columns, or the first factor's rows if fewer], well conditioned
};

}   // namespace stepzero
