// SPDX-License-Identifier: GPL-3.0-or-later
// A linear map of each column, z = W x + b, with its gradients. Other modules use the functions below for their own
// weights and biases.
#pragma once

#include <optional>

#include "core/modules/module.h"

namespace stepzero {

struct LinearSpec {
    Site site;   ///< site of z
    ParameterPlan weight;   ///< [features of z, features of x]
    std::optional<ParameterPlan> bias {};   ///< a vector
};

class Linear : public Module {
public:
    explicit Linear(LinearSpec spec) : spec_(std::move(spec)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    LinearSpec spec_;
    Signal input_;   // for the gradient of W
};

/// W and b of a module as sampled or given for a pass.
struct Affine {
    ScaledMatrix weight;
    Eigen::VectorXf bias;   ///< empty: no bias
};
/// Returns W and b and reports them to the recorder; `bias` may be null. Throws Stopped.
Affine drawn(const ParameterPlan& weight, const ParameterPlan* bias, const Pass& pass);

/// Passes the gradient of a bias, for the gradient at z, to a training pass. Throws Stopped.
void give_bias_gradient(const ParameterPlan& bias, const Signal& gradient, const Pass& pass);
/// Passes the gradients of W and b in W x + b to a training pass, for the gradient at z and for x. Throws Stopped.
void give_linear_gradients(const ParameterPlan& weight, const ParameterPlan* bias, const Signal& gradient,
    const Signal& input, const Pass& pass);

}   // namespace stepzero
