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

Signal gated(const ActivationFunction& phi, const Signal& gate, const Signal& values, const PassContext& context)
{
    const ScaledActivation<float> function(phi, gate.exponent);
    Tensor product(gate.rows(), gate.columns());
    const Moments moments = fill_columns(product, 20, context, [&](Eigen::Index first, Eigen::Index count) {
        function.value(gate.numbers.col(first).data(), product.col(first).data(), count * product.rows());
        product.middleCols(first, count).array() *= values.numbers.middleCols(first, count).array();
    });
    return make_signal(
        std::move(product), function.value_exponent() + values.exponent, values.positions, moments, context);
}

Signal gate_backward(
    const ActivationFunction& phi, Signal gate, const Signal& values, Signal& gradient, const PassContext& context)
{
    const ScaledActivation<float> function(phi, gate.exponent);
    // In place: the gate's numbers become the gradient at the gate.
    Tensor &to_values = gradient.numbers, &to_gate = gate.numbers;
    for_columns(to_values, 40, context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::VectorXf value(to_values.rows()), slope(to_values.rows());
        for (Eigen::Index c = first; c < first + count; ++c) {
            function.value(to_gate.col(c).data(), value.data(), value.size());
            function.derivative(to_gate.col(c).data(), slope.data(), slope.size());
            to_gate.col(c) = to_values.col(c).cwiseProduct(values.numbers.col(c)).cwiseProduct(slope);
            to_values.col(c).array() *= value.array();
        }
    });
    const std::int64_t at_gate = gradient.exponent + values.exponent + function.derivative_exponent();
    gradient
        = make_signal(std::move(to_values), gradient.exponent + function.value_exponent(), gradient.positions, context);
    return make_signal(std::move(to_gate), at_gate, gradient.positions, context);
}

Gated::Gated(GatedSpec spec)
    : site_(std::move(spec.site)), phi_(spec.activation), gate_(std::move(spec.gate)), up_(std::move(spec.up))
{
}

Signal Gated::forward(Signal input, Pass& pass)
{
    gate_values_ = gate_.forward(input, pass);
    up_values_ = up_.forward(std::move(input), pass);
    Signal output = gated(phi_, gate_values_, up_values_, pass.context);
    if (!pass.backward)
        gate_values_ = up_values_ = {};
    pass.value(site_, output);
    return output;
}

Signal Gated::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    Signal to_gate = gate_backward(phi_, std::move(gate_values_), up_values_, gradient, pass.context);
    gate_values_ = up_values_ = {};
    Signal result = up_.backward(std::move(gradient), pass);
    return sum(std::move(result), gate_.backward(std::move(to_gate), pass), pass.context);
}

void Gated::list_parameters(std::vector<ParameterPlan>& plans) const
{
    gate_.list_parameters(plans);
    up_.list_parameters(plans);
}

}   // namespace stepzero
