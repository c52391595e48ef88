// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/framework_fans.h"

#include <cmath>
#include <utility>

namespace stepzero {

std::vector<FrameworkFans> framework_fans(const Initializer& initializer, Shape shape, int groups)
{
    const auto variance
        = [&](Shape s) { return law_of(draw_of(initializer, s, Role::weight), s, Role::weight).variance; };
    const double own = variance(shape);
    if (shape.transposed()) {   // Flax stores [k, k, in, out], the others have the outputs before the inputs
        Shape swapped = shape;
        std::swap(swapped.fan_in, swapped.fan_out);
        return {{"PyTorch, Keras", shape.fan_in, shape.fan_out, 1},
            {"JAX", swapped.fan_in, swapped.fan_out, own > 0 ? std::sqrt(variance(swapped) / own) : 1}};
    }
    const bool depthwise = groups > 1 && shape.fan_in == shape.receptive();
    std::vector<FrameworkFans> all {
        {depthwise ? "PyTorch, JAX" : "PyTorch, JAX, Keras", shape.fan_in, shape.fan_out, 1}};
    if (depthwise) {
        Shape kept = shape;   // the multiplier and the channels replace the units and the single channel
        kept.fan_in = groups * shape.receptive();
        kept.fan_out = shape.rows() / groups * shape.receptive();
        all.push_back(
            {"Keras' DepthwiseConv", kept.fan_in, kept.fan_out, own > 0 ? std::sqrt(variance(kept) / own) : 1});
    }
    return all;
}

}   // namespace stepzero
