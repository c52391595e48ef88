// SPDX-License-Identifier: GPL-3.0-or-later
// The moments of a convolutional stream at each position (resnet_theory.h), and their propagation through convolutions,
// norms and φ, forward and backward. Internal to core/theory.
#pragma once

#include <optional>
#include <vector>

#include "core/theory/position_field.h"
#include "core/theory/resnet_theory.h"

namespace stepzero {

/// q, m/√q and C/q for every position; a single entry where all positions are identical.
struct ImageField {
    PositionField q;
    std::vector<double> mean, common;

    bool uniform() const { return q.uniform(); }
    std::size_t at(std::size_t position) const { return uniform() ? 0 : position; }
    /// Returns the mean of C in units of e^`unit`.
    double common_square(double unit) const
    {
        double sum = 0;
        for (std::size_t o = 0; o < common.size(); ++o)
            sum += common[o] * std::exp(q.ln()[o] - unit);
        return sum / double(common.size());
    }
};

/// ln of the factor on a gradient's mean square in one step of the backward pass: through a convolution if there is a
/// window, otherwise through a norm or φ.
struct ImageBackStep {
    std::optional<Window> window;
    double factor = 0;   // for a convolution
    PositionField chi {};   // otherwise
    double channels = 0;   // channels over which a norm takes its variance
    bool over_batch = false;
    double of_epsilon = 0;   // the fraction of ε in the divisor
};

PositionField go_back_through(const std::vector<ImageBackStep>& steps, PositionField gradient);

ImageField through(const ImageField& x, const ConvolutionLaw& law, std::vector<ImageBackStep>& way);
ImageField through(const ImageField& z, const ImageNormLaw& law, std::vector<ImageBackStep>& way);
ImageField through(const ImageField& z, const ImageUnitLaw& law, std::vector<ImageBackStep>& way);

/// Sets C at each position to its mean times the mean over positions, as if all channels had the same mean.
void share_means(ImageField& x);

}   // namespace stepzero
