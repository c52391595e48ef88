// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of one matrix and of long products of matrices.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/base/run/context.h"

namespace stepzero {

/// log10 of singular values, largest first; an absent one is a zero.
using LogSpectrum = std::vector<std::optional<double>>;

/// Singular values of a matrix, largest first, min(rows, columns) of them, to about n·ε of the largest
/// (what LAPACK's gesdd gives). Interruptible. Throws Stopped.
std::vector<double> singular_values(const Eigen::MatrixXd& matrix, const Context& context);

/// Singular values of the product F_k … F_2 F_1 of factors of fitting shapes, over any number of orders of
/// magnitude: the product is kept as U·diag(2^e)·T with a sorted QR at each step (Gogolenko, Bai, Scalettar
/// 2014) and never multiplied out; the graded rest goes through one-sided Jacobi rotations whose scales are
/// logarithms (Demmel, Veselić 1992).
class LongProduct {
public:
    /// The product of no factors: the identity of size n.
    explicit LongProduct(int n);

    /// Multiplies 2^exponent·factor from the left: factor is [m, rows of the product so far]. A factor may
    /// have any rank, or no rows. Throws Stopped.
    void multiply(const Eigen::MatrixXd& factor, double exponent, const Context& context);

    /// log10 of the singular values, largest first, min(m, n) of them; zeros (what the factors' rank leaves
    /// over, to working precision) are absent at the end. Each is right to 1e-6. Throws Stopped.
    std::vector<std::optional<double>> log10_singular_values(const Context& context) const;

private:
    int columns_;   // of the product
    int rows_;   // of the product
    bool begun_ = false;   // the rest is of one factor or more
    Eigen::MatrixXd u_;   // [rows, rank], orthonormal columns
    Eigen::VectorXd log2d_;   // rank, descending but for ties
    Eigen::MatrixXd t_;   // [rank, columns, or the first factor's rows if fewer], well conditioned
};

}   // namespace stepzero
