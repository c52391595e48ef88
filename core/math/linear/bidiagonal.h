// SPDX-License-Identifier: GPL-3.0-or-later
// From a matrix to an upper bidiagonal one with the same singular values, and from there to the values.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"

namespace stepzero {

struct Bidiagonal {
    Eigen::VectorXd diagonal;   ///< n
    Eigen::VectorXd above;   ///< n − 1, the superdiagonal
};

/// QᵀAP by orthogonal Q and P, A [m, n] with m ≥ n. In two stages, first a band by blocked reflections, whose
/// work is nearly all in matrix products, then the band chased away by short reflections (Lang 1996; Großer,
/// Lang 1999). Entries should be within about 1e±100. Throws Stopped.
Bidiagonal bidiagonalize(Eigen::MatrixXd a, const Context& context);

/// Singular values in no order, to n·ε of the largest: QR iteration with Wilkinson-like shifts, and without
/// shift where the matrix is singular to working precision (Demmel, Kahan 1990). NaN of what is not finite. Throws
/// Stopped.
Eigen::VectorXd singular_values(Bidiagonal b, const Context& context);

}   // namespace stepzero
