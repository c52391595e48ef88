// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/linear.h"

#include "core/modules/product.h"

namespace stepzero {

Tensor Linear::forward(Tensor input, Pass& pass)
{
    const DrawnMatrix weight = pass.parameters.matrix(spec_.weight, pass.context);
    pass.recorder.parameter(spec_.weight, weight.distribution());
    Eigen::VectorXf bias;
    if (spec_.bias) {
        bias = pass.parameters.vector(*spec_.bias, pass.context);
        pass.recorder.parameter(*spec_.bias, {});
    }
    Tensor output = product(weight, input, bias, pass.context);
    pass.recorder.value(spec_.site, output, pass.context);
    return output;
}

Tensor Linear::backward(Tensor gradient, Pass& pass)
{
    pass.recorder.gradient(spec_.site, gradient, pass.context);
    return transposed_product(pass.parameters.matrix(spec_.weight, pass.context), gradient, pass.context);
}

void Linear::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

}   // namespace stepzero
