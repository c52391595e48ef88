// SPDX-License-Identifier: GPL-3.0-or-later
// What theory follows of a convolutional stream at each position of a place (resnet_theory.h), through convolutions,
// norms and φ, with what the way back needs. Internal to core/theory.
#pragma once

#include <optional>
#include <vector>

#include "core/theory/position_field.h"
#include "core/theory/resnet_theory.h"

namespace stepzero {

/// q, m/√q and C/q of every position, or of all alike.
struct ImageField {
    PositionField q;
    std::vector<double> mean, common;

    bool uniform() const { return q.uniform(); }
    std::size_t at(std::size_t position) const { return uniform() ? 0 : position; }
    /// Mean of C, in units of e^`unit`.
    double common_square(double unit) const
    {
        double sum = 0;
        for (std::size_t o = 0; o < common.size(); ++o)
            sum += common[o] * std::exp(q.ln()[o] - unit);
        return sum / double(common.size());
    }
};

/// ln of what a gradient's mean square is multiplied by on the way back.
struct ImageBackStep {
    std::optional<Window> window;
    double factor = 0;   // through a convolution
    PositionField chi {};   // else
    double channels = 0;   // of a norm, that its variance is of
    bool over_batch = false;
    double of_epsilon = 0;   // of the divisor
};

PositionField go_back_through(const std::vector<ImageBackStep>& steps, PositionField gradient);

ImageField through(const ImageField& x, const ConvolutionLaw& law, std::vector<ImageBackStep>& way);
ImageField through(const ImageField& z, const ImageNormLaw& law, std::vector<ImageBackStep>& way);
ImageField through(const ImageField& z, const ImageUnitLaw& law, std::vector<ImageBackStep>& way);

/// C of a field all of whose channels have its mean.
void share_means(ImageField& x);

}   // namespace stepzero
