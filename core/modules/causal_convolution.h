// SPDX-License-Identifier: GPL-3.0-or-later
// A depthwise convolution along the tokens of a sequence, in which no output depends on later tokens:
//   z[c, t] = b[c] + Σ_k W[c, k] x[c, t − (taps − 1) + k].
// It equals PyTorch's Conv1d with groups = channels and padding = taps − 1, truncated to the length of the sequence.
#pragma once

#include <optional>

#include "core/modules/module.h"

namespace stepzero {

struct CausalConvolutionSpec {
    Site site;   ///< site of z
    ParameterPlan weight;   ///< [channels, taps]
    std::optional<ParameterPlan> bias {};   ///< a vector, one entry per channel
};

class CausalConvolution : public Module {
public:
    explicit CausalConvolution(CausalConvolutionSpec spec) : spec_(std::move(spec)) { }

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    void give_gradients(const Signal& gradient, const Pass& pass) const;

    CausalConvolutionSpec spec_;
    Signal input_;   // for the gradient of W
};

}   // namespace stepzero
