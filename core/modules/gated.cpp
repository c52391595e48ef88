// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/gated.h"

#include <stdexcept>

#include "core/modules/product.h"

namespace stepzero {

Activation gate_activation(const std::string& word)
{
    static const std::map<std::string, std::string> names {
        {"glu", "sigmoid"}, {"reglu", "relu"}, {"geglu", "gelu"}, {"swiglu", "silu"}, {"bilinear", "linear"}};
    const auto found = names.find(word);
    if (found == names.end())
        throw std::invalid_argument("no gated unit " + word);
    return {found->second, {}};
}

Gated::Gated(GatedSpec spec)
    : site_(std::move(spec.site)), phi_(spec.activation), gate_(std::move(spec.gate)), up_(std::move(spec.up))
{
}

Tensor Gated::forward(Tensor input, Pass& pass)
{
    gate_values_ = gate_.forward(input, pass);
    up_values_ = up_.forward(std::move(input), pass);
    Tensor output(gate_values_.rows(), gate_values_.cols());
    for_columns(output, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        phi_.value(gate_values_.col(first).data(), output.col(first).data(), count * output.rows());
        output.middleCols(first, count).array() *= up_values_.middleCols(first, count).array();
    });
    if (!pass.backward) {
        gate_values_.resize(0, 0);
        up_values_.resize(0, 0);
    }
    pass.recorder.value(site_, output, pass.context);
    return output;
}

Tensor Gated::backward(Tensor gradient, Pass& pass)
{
    pass.recorder.gradient(site_, gradient, pass.context);
    // In place: the gate's numbers become the gradient at the gate, those of `gradient` the one at the other.
    for_columns(gradient, 40, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::VectorXf value(gradient.rows()), slope(gradient.rows());
        for (Eigen::Index c = first; c < first + count; ++c) {
            phi_.value(gate_values_.col(c).data(), value.data(), value.size());
            phi_.derivative(gate_values_.col(c).data(), slope.data(), slope.size());
            gate_values_.col(c) = gradient.col(c).cwiseProduct(up_values_.col(c)).cwiseProduct(slope);
            gradient.col(c).array() *= value.array();
        }
    });
    up_values_.resize(0, 0);
    Tensor result = up_.backward(std::move(gradient), pass);
    result += gate_.backward(std::move(gate_values_), pass);
    return result;
}

void Gated::list_parameters(std::vector<ParameterPlan>& plans) const
{
    gate_.list_parameters(plans);
    up_.list_parameters(plans);
}

}   // namespace stepzero
