// SPDX-License-Identifier: GPL-3.0-or-later
// The largest singular value of a matrix that is looked at again and again while it changes little.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"

namespace stepzero {

/// ‖A‖₂ by Lanczos' bidiagonalization (Golub, Kahan 1965), in float32: never above it but for rounding, and mostly
/// within a thousandth below; within a hundredth where many singular values lie together there. Begins at `right`,
/// which becomes the right singular vector; of another size it begins anew. 0 of a matrix of zeros, NaN of one that is
/// not finite. Throws Stopped.
double spectral_norm(const Eigen::Ref<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>& a,
    Eigen::VectorXf& right, const Context& context);

}   // namespace stepzero
