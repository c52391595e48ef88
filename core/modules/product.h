// SPDX-License-Identifier: GPL-3.0-or-later
// Products with drawn matrices, and sweeps over columns, in tiles that depend
// on shapes alone.
#pragma once

#include "core/linear/tiles.h"
#include "core/init/parameter.h"
#include "core/modules/recorder.h"

namespace stepzero {

/// W x + b; b may be empty. Throws Stopped.
Tensor product(const DrawnMatrix& w, const Tensor& x, const Eigen::VectorXf& bias, const Context& context);
/// Wᵀ g. Throws Stopped.
Tensor transposed_product(const DrawnMatrix& w, const Tensor& g, const Context& context);

/// The same where the place for the result, or the right side, is some columns
/// of a tensor. y overlaps neither.
void product(const DrawnMatrix& w, const Eigen::Ref<const Tensor>& x, const Eigen::VectorXf& bias,
    const Context& context, Eigen::Ref<Tensor> y);
void transposed_product(
    const DrawnMatrix& w, const Eigen::Ref<const Tensor>& g, const Context& context, Eigen::Ref<Tensor> y);

/// body(first, count) for tiles of columns; `cost` is the operations that one
/// number takes.
template <class Body>
void for_columns(const Tensor& tensor, double cost, const Context& context, const Body& body)
{
    const Eigen::Index width = std::max<Eigen::Index>(1, 16384 / std::max<Eigen::Index>(1, tensor.rows()));
    for_tiles(tensor.cols(), width, cost * double(tensor.size()), context, body);
}

}   // namespace stepzero
