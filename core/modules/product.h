// SPDX-License-Identifier: GPL-3.0-or-later
// Products with drawn matrices, in tiles that depend on shapes alone.
#pragma once

#include "core/init/parameter.h"
#include "core/modules/signal.h"

namespace stepzero {

/// W x + b; b may be empty. Throws Stopped.
Signal product(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& bias, const Context& context);
/// Wᵀ g. Throws Stopped.
Signal transposed_product(const ScaledMatrix& w, const Signal& g, const Context& context);

/// The same for numbers in units of their own, into some columns of a tensor: 2^-w.exponent W x + b and the same with
/// Wᵀ. Returns the moments of the result. y overlaps neither side. Throws Stopped.
Moments product(const ScaledMatrix& w, const Eigen::Ref<const Tensor>& x, const Eigen::VectorXf& bias,
    const Context& context, Eigen::Ref<Tensor> y);
Moments transposed_product(
    const ScaledMatrix& w, const Eigen::Ref<const Tensor>& g, const Context& context, Eigen::Ref<Tensor> y);

}   // namespace stepzero
