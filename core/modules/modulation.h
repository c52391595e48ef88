// SPDX-License-Identifier: GPL-3.0-or-later
// Modulation of a branch by a condition, adaLN of diffusion transformers (Peebles, Xie: Scalable diffusion models with
// transformers. 2022). Every sample has a condition vector c, such as the sum of the embeddings of time and class. A
// linear map of SiLU(c) gives a shift, a scale and a gate for each channel, which all positions of the sample share:
// y = gate ∘ F((1 + scale) ∘ x + shift). With weights of zero, adaLN-zero, y is 0, and a residual block is the
// identity.
//
// Here c is Gaussian, and sample i has the same vector in every network of the same width.
#pragma once

#include <memory>

#include "core/modules/linear.h"

namespace stepzero {

/// Returns the conditions of some samples, [width, samples].
Tensor conditions(int width, int samples);

/// Means over channels of products of SiLU(c).
struct ConditionMoments {
    double square = 0;   ///< mean square, averaged over the samples
    double across = 0;   ///< mean product of two different samples; 0 for a single sample
};
ConditionMoments condition_moments(int width, int samples);

class Modulated : public Module {
public:
    /// The map has the shape [3·width, width], for shift, scale and gate below one another. Without a function there
    /// are only shift and scale, and the shape is [2·width, width]. Throws std::invalid_argument for other shapes.
    explicit Modulated(LinearSpec map, std::unique_ptr<Module> function = nullptr);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    int width_;
    Linear map_;
    std::unique_ptr<Module> function_;
    Signal modulation_, input_;   // output of the map, and input of the module
    Signal output_;   // output of the function before the gate
};

}   // namespace stepzero
