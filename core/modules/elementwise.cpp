// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/elementwise.h"

#include "core/modules/product.h"

namespace stepzero {

Tensor Elementwise::forward(Tensor input, Pass& pass)
{
    Tensor output(input.rows(), input.cols());
    for_columns(input, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        phi_.value(input.col(first).data(), output.col(first).data(), count * input.rows());
    });
    if (pass.backward)
        input_ = std::move(input);
    pass.recorder.value(site_, output, pass.context);
    return output;
}

Tensor Elementwise::backward(Tensor gradient, Pass& pass)
{
    pass.recorder.gradient(site_, gradient, pass.context);
    for_columns(gradient, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        auto slope = input_.middleCols(first, count);
        phi_.derivative(input_.col(first).data(), input_.col(first).data(), count * input_.rows());
        gradient.middleCols(first, count).array() *= slope.array();
    });
    input_.resize(0, 0);
    return gradient;
}

}   // namespace stepzero
