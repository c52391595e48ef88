// SPDX-License-Identifier: GPL-3.0-or-later
// Gated linear units, φ(W_g x + b_g) ∘ (W_u x + b_u). Shazeer: GLU variants improve transformer. 2020.
#pragma once

#include "core/math/activation/activation.h"
#include "core/modules/linear.h"

namespace stepzero {

/// Returns φ(gate)∘values. Throws Stopped.
Signal gated(const ActivationFunction& phi, const Signal& gate, const Signal& values, const PassContext& context);
/// Replaces the gradient at gated(phi, gate, values) by the gradient at the values. Returns the gradient at the gate.
/// Throws Stopped.
Signal gate_backward(
    const ActivationFunction& phi, Signal gate, const Signal& values, Signal& gradient, const PassContext& context);

/// Returns the activation of glu, reglu, geglu, geglu_tanh, swiglu or bilinear. Throws std::invalid_argument for
/// another word.
Activation gate_activation(const std::string& word);

struct GatedSpec {
    Activation activation;
    LinearSpec gate, up;
    Site site;   ///< site of the product
};

class Gated : public Module {
public:
    /// Throws std::invalid_argument for an unknown activation.
    explicit Gated(GatedSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    Site site_;
    ActivationFunction phi_;
    Linear gate_, up_;
    Signal gate_values_, up_values_;
};

}   // namespace stepzero
