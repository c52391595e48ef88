// SPDX-License-Identifier: GPL-3.0-or-later
// Householder QR that can be stopped. It runs on the thread pool, and every bit of the result is independent of the
// number of threads.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"

namespace stepzero {

/// The factorization A = Q R of A [m, n], k = min(m, n): q [m, k] with orthonormal columns, r [k, n] upper triangular
/// or trapezoidal. It is blocked; the trailing matrix is updated in column tiles of fixed width. Throws Stopped.
template <class Scalar>
struct Qr {
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    Matrix q, r;
};
Qr<float> householder_qr(Eigen::MatrixXf a, const Context& context);
Qr<double> householder_qr(Eigen::MatrixXd a, const Context& context);

}   // namespace stepzero
