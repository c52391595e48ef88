// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of a matrix whose rows differ by any number of orders of magnitude.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/base/run/context.h"

namespace stepzero {

/// log2 of the singular values of diag(2^e)·T, largest first, T [r, n] with r ≤ n: one for each row. Each is
/// right to about n·ε times the condition number of T with its rows scaled to norm 1, whatever e is. Zeros
/// are absent, at the end.
///
/// One-sided Jacobi rotations of the rows (Demmel, Veselić 1992), which are kept at norm 1 beside the
/// logarithms of their scales. Before that, a few steps of QR iteration in graded form, which leave
/// little to rotate between rows of different size (Drmač, Veselić 2008). Throws Stopped.
std::vector<std::optional<double>> log2_singular_values(
    const Eigen::VectorXd& e, const Eigen::MatrixXd& t, const Context& context);

}   // namespace stepzero
