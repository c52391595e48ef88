// SPDX-License-Identifier: GPL-3.0-or-later
// Reduces a matrix to an upper bidiagonal one with the same singular values, and computes these values. This is the
// core of core/modules/spectrum/singular_values.h.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"

namespace stepzero {

struct Bidiagonal {
    Eigen::VectorXd diagonal;   ///< n
    Eigen::VectorXd above;   ///< n − 1, the superdiagonal
};

/// Returns the bidiagonal matrix QᵀAP for orthogonal Q and P, A [m, n] with m ≥ n. The first stage reduces A to a band
/// by blocked reflections, mostly in matrix products. The second stage chases the band away by short reflections (Lang
/// 1996; Großer, Lang 1999). Entries should be within about 1e±100. Throws Stopped.
Bidiagonal bidiagonalize(Eigen::MatrixXd a, const Context& context);

/// Returns the singular values, unordered, to n·ε of the largest. Uses QR iteration with Wilkinson-like shifts, and
/// without shift where the matrix is singular to working precision (Demmel, Kahan 1990). Returns NaN for entries that
/// are not finite. Throws Stopped.
Eigen::VectorXd singular_values(Bidiagonal b, const Context& context);

}   // namespace stepzero
