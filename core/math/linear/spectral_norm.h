// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks the largest singular value of a matrix that changes little between calls, such as a weight matrix in training.
// Each call starts from the singular vector of the last one, so it needs only a few products.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"

namespace stepzero {

/// Returns ‖A‖₂ by Lanczos' bidiagonalization (Golub, Kahan 1965), in float32. Up to rounding, the result never exceeds
/// ‖A‖₂. It is usually within a thousandth below it, and within a hundredth where many of the largest singular values
/// lie close together. The iteration starts from `right`, which becomes the right singular vector; a vector of another
/// size is ignored. Returns 0 for a zero matrix and NaN for one that is not finite. Throws Stopped.
double spectral_norm(const Eigen::Ref<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>& a,
    Eigen::VectorXf& right, const Context& context);

}   // namespace stepzero
