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

/// Those of W x + b, for the gradient at it and for x, to a pass that trains. Throws Stopped.
void give_linear_gradients(const ParameterPlan& weight, const ParameterPlan* bias, const Signal& gradient,
    const Signal& input, const Pass& pass);

}   // namespace stepzero
