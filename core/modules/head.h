// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a network of tokens: logits = m·W x + b, or their soft cap, and the cross-entropy of given targets. The
// final norm is a module of its own, before it.
#pragma once

#include "core/modules/module.h"

namespace stepzero {

struct HeadSpec {
    Site site {0, "logits"};
    ParameterPlan weight;   ///< [vocabulary, width]; tied: the very plan of the embedding
    double multiplier = 1;   ///< m: 1/8 in Granite, 1/9 in MiniCPM
    double softcap = 0;   ///< 0: none
    std::optional<ParameterPlan> bias {};   ///< [vocabulary]
};

class Head {
public:
    explicit Head(HeadSpec spec) : spec_(std::move(spec)) { }

    /// Mean cross-entropy in nats of `targets`, one a column, its sums in float64; beyond them it is infinite and not
    /// recorded. Logits are worked out
    /// for some columns at a time and not kept: they and the gradient at them, softmax − one-hot of the summed
    /// cross-entropy, reach the recorder in parts, and the gradient at the input is put together here.
    /// Throws std::invalid_argument on a target outside the vocabulary, Stopped, NotFinite.
    double forward(const Signal& input, const std::vector<int>& targets, Pass& pass);
    /// The gradient at the input of the summed cross-entropy. After a forward() with pass.backward, which gave the
    /// gradient of W too.
    Signal backward();
    /// Most logits that are in memory at once.
    static double numbers_at_a_time(int vocabulary);
    void list_parameters(std::vector<ParameterPlan>& plans) const;

private:
    HeadSpec spec_;
    Signal gradient_;
};

}   // namespace stepzero
