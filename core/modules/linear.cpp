// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/linear.h"

#include "core/modules/product.h"

namespace stepzero {

Signal Linear::forward(Signal input, Pass& pass)
{
    const ScaledMatrix weight = pass.parameters.matrix(spec_.weight, pass.context);
    pass.recorder.parameter(spec_.weight, weight.distribution());
    Eigen::VectorXf bias;
    if (spec_.bias) {
        bias = pass.parameters.vector(*spec_.bias, pass.context);
        pass.recorder.parameter(*spec_.bias, {});
    }
    Signal output = product(weight, input, bias, pass.context);
    pass.value(spec_.site, output);
    return output;
}

Signal Linear::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    return transposed_product(pass.parameters.matrix(spec_.weight, pass.context), gradient, pass.context);
}

void Linear::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

}   // namespace stepzero
