// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of a matrix whose rows differ by any number of orders of magnitude. Such matrices arise from long
// products of layers, whose small singular values ordinary algorithms lose.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/base/run/context.h"

namespace stepzero {

/// Returns log2 of the singular values of diag(2^e)·T, largest first, one per row of T [r, n], r ≤ n. Each has an error
/// of about n·ε times the condition number of T with its rows scaled to norm 1, independent of e. Zeros are absent
/// values at the end.
///
/// The algorithm uses one-sided Jacobi rotations of the rows (Demmel, Veselić 1992), which are stored with norm 1 and
/// logarithmic scales. A few steps of graded QR iteration come first and leave little to rotate between rows of
/// different size (Drmač, Veselić 2008). Throws Stopped.
std::vector<std::optional<double>> log2_singular_values(
    const Eigen::VectorXd& e, const Eigen::MatrixXd& t, const Context& context);

}   // namespace stepzero
