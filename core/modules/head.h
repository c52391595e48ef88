// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a network of tokens: logits = m·W x + b, or their soft cap, and the cross-entropy of given targets. The
// final norm before it is a separate module.
#pragma once

#include "core/modules/module.h"

namespace stepzero {

struct HeadSpec {
    Site site {0, "logits"};
    ParameterPlan weight;   ///< [vocabulary, width]; when tied, the same plan as the embedding's
    double multiplier = 1;   ///< m: 1/8 in Granite, 1/9 in MiniCPM
    double softcap = 0;   ///< 0: no soft cap
    std::optional<ParameterPlan> bias {};   ///< [vocabulary]
};

class Head {
public:
    explicit Head(HeadSpec spec) : spec_(std::move(spec)) { }

    /// Returns the mean cross-entropy of `targets` in nats, one target per column, summed in float64. Beyond the range
    /// of float64 it is infinite and not recorded. Logits are computed for some columns at a time and not kept. The
    /// recorder receives them in parts, together with their gradient softmax − one-hot of the summed cross-entropy. The
    /// gradient at the input is accumulated here. Throws std::invalid_argument for a target outside the vocabulary,
    /// Stopped, NotFinite.
    double forward(const Signal& input, const std::vector<int>& targets, Pass& pass);
    /// Returns the gradient of the summed cross-entropy at the input. Precondition: forward() ran with pass.backward,
    /// which also provided the gradient of W.
    Signal backward();
    /// Returns the largest number of logits that are in memory at once.
    static double numbers_at_a_time(int vocabulary);
    void list_parameters(std::vector<ParameterPlan>& plans) const;

private:
    HeadSpec spec_;
    Signal gradient_;
};

}   // namespace stepzero
