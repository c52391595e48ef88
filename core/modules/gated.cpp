// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/gated.h"

#include <stdexcept>

#include "core/modules/scaled.h"

namespace stepzero {

Activation gate_activation(const std::string& word)
{
    static const std::map<std::string, Activation> gates {{"glu", {"sigmoid", {}}}, {"reglu", {"relu", {}}},
        {"geglu", {"gelu", {}}}, {"geglu_tanh", {"gelu", {{"approximate", std::string("tanh")}}}},
        {"swiglu", {"silu", {}}}, {"bilinear", {"linear", {}}}};
    const auto found = gates.find(word);
    if (found == gates.end())
        throw std::invalid_argument("no gated unit " + word);
    return found->second;
}

Gated::Gated(GatedSpec spec)
    : site_(std::move(spec.site)), phi_(spec.activation), gate_(std::move(spec.gate)), up_(std::move(spec.up))
{
}

Signal Gated::forward(Signal input, Pass& pass)
{
    gate_values_ = gate_.forward(input, pass);
    up_values_ = up_.forward(std::move(input), pass);
    const Tensor &gate = gate_values_.numbers, &up = up_values_.numbers;
    const ScaledActivation<float> phi(phi_, gate_values_.exponent);
    Tensor product(gate.rows(), gate.cols());
    const Moments moments = fill_columns(product, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        phi.value(gate.col(first).data(), product.col(first).data(), count * product.rows());
        product.middleCols(first, count).array() *= up.middleCols(first, count).array();
    });
    Signal output = make_signal(
        std::move(product), phi.value_exponent() + up_values_.exponent, up_values_.positions, moments, pass.context);
    if (!pass.backward)
        gate_values_ = up_values_ = {};
    pass.value(site_, output);
    return output;
}

Signal Gated::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    const ScaledActivation<float> phi(phi_, gate_values_.exponent);
    // In place: the gate's numbers become the gradient at the gate, and those of `gradient` the one at the other
    // factor.
    Tensor &to_up = gradient.numbers, &to_gate = gate_values_.numbers;
    for_columns(to_up, 40, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::VectorXf value(to_up.rows()), slope(to_up.rows());
        for (Eigen::Index c = first; c < first + count; ++c) {
            phi.value(to_gate.col(c).data(), value.data(), value.size());
            phi.derivative(to_gate.col(c).data(), slope.data(), slope.size());
            to_gate.col(c) = to_up.col(c).cwiseProduct(up_values_.numbers.col(c)).cwiseProduct(slope);
            to_up.col(c).array() *= value.array();
        }
    });
    const std::int64_t of_gate = gradient.exponent + up_values_.exponent + phi.derivative_exponent();
    up_values_ = {};
    Signal gradient_of_gate = make_signal(std::move(to_gate), of_gate, gradient.positions, pass.context);
    gate_values_ = {};
    Signal gradient_of_up
        = make_signal(std::move(to_up), gradient.exponent + phi.value_exponent(), gradient.positions, pass.context);
    Signal result = up_.backward(std::move(gradient_of_up), pass);
    return sum(std::move(result), gate_.backward(std::move(gradient_of_gate), pass), pass.context);
}

void Gated::list_parameters(std::vector<ParameterPlan>& plans) const
{
    gate_.list_parameters(plans);
    up_.list_parameters(plans);
}

}   // namespace stepzero
