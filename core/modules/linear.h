// SPDX-License-Identifier: GPL-3.0-or-later
// z = W x + b.
#pragma once

#include <optional>

#include "core/modules/module.h"

namespace stepzero {

struct LinearSpec {
    Site site;   ///< of z
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

/// W and b of a module, as a pass draws them.
struct Affine {
    ScaledMatrix weight;
    Eigen::VectorXf bias;   ///< empty: none
};
/// Tells the recorder of them; `bias` may be null. Throws Stopped.
Affine drawn(const ParameterPlan& weight, const ParameterPlan* bias, const Pass& pass);

/// That of a bias for the gradient at z, to a pass that trains. Throws Stopped.
void give_bias_gradient(const ParameterPlan& bias, const Signal& gradient, const Pass& pass);
/// Those of W x + b, for the gradient at it and for x, to a pass that trains. Throws Stopped.
void give_linear_gradients(const ParameterPlan& weight, const ParameterPlan* bias, const Signal& gradient,
    const Signal& input, const Pass& pass);

}   // namespace stepzero
