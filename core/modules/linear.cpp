// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/linear.h"

#include "core/modules/product.h"

namespace stepzero {

Signal Linear::forward(Signal input, Pass& pass)
{
    const Affine own = drawn(spec_.weight, spec_.bias ? &*spec_.bias : nullptr, pass);
    Signal output = product(own.weight, input, own.bias, pass.context);
    pass.value(spec_.site, output);
    if (pass.trains())
        input_ = std::move(input);
    return output;
}

Signal Linear::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    if (pass.trains()) {
        give_linear_gradients(spec_.weight, spec_.bias ? &*spec_.bias : nullptr, gradient, input_, pass);
        input_ = {};
    }
    return transposed_product(pass.parameters.matrix(spec_.weight, pass.context), gradient, pass.context);
}

Affine drawn(const ParameterPlan& weight, const ParameterPlan* bias, const Pass& pass)
{
    Affine result {pass.parameters.matrix(weight, pass.context), {}};
    pass.recorder.parameter(weight, result.weight.distribution());
    if (bias) {
        result.bias = pass.parameters.vector(*bias, pass.context);
        pass.recorder.parameter(*bias, {});
    }
    return result;
}

void give_bias_gradient(const ParameterPlan& bias, const Signal& gradient, const Pass& pass)
{
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(gradient.rows());
    for (Eigen::Index c = 0; c < gradient.columns(); ++c)   // column by column, as the numbers are stored
        for (Eigen::Index row = 0; row < gradient.rows(); ++row)
            sum[row] += double(gradient.numbers(row, c));
    pass.gradients->add(bias, sum.cast<float>(), gradient.exponent, pass.context);
}

void give_linear_gradients(const ParameterPlan& weight, const ParameterPlan* bias, const Signal& gradient,
    const Signal& input, const Pass& pass)
{
    WeightMatrix of_weight = WeightMatrix::Zero(weight.shape.fan_out, weight.shape.fan_in);
    TiledProduct<float>::add_outer(input.numbers, gradient.numbers, of_weight.transpose(), pass.context);
    pass.gradients->add(weight, std::move(of_weight), gradient.exponent + input.exponent, pass.context);
    if (bias)
        give_bias_gradient(*bias, gradient, pass);
}

void Linear::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

}   // namespace stepzero
