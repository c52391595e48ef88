// SPDX-License-Identifier: GPL-3.0-or-later
// The update rule of Adam, as in torch.optim.Adam: m ← β₁ m + (1 − β₁) g, v ← β₂ v + (1 − β₂) g², W ← W − η (m/(1 −
// β₁ᵗ)) / (√(v/(1 − β₂ᵗ)) + ε). Kingma, Ba: Adam: a method for stochastic optimization. ICLR 2015.
#pragma once

#include "core/train/optimizer.h"

namespace stepzero {

struct AdamSpec {
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};
AdamSpec adam_spec(const Parameters& completed);
/// Returns the parameters beta1, beta2, epsilon, weight_decay.
std::vector<ParameterInfo> adam_parameters(double beta2, double weight_decay);

class AdamRule {
public:
    AdamRule(const AdamSpec& spec, std::size_t parameters) : spec_(spec), averages_(parameters) { }
    /// Updates the weights, without weight decay. Throws Stopped.
    void update(const ParameterStep& at, WeightMatrix& weights, const WeightMatrix& gradient, const Context& context);

private:
    struct Averages {
        WeightMatrix m, v;
    };
    AdamSpec spec_;
    std::vector<Averages> averages_;
};

}   // namespace stepzero
