// SPDX-License-Identifier: GPL-3.0-or-later
// Computes fan_in and fan_out of a kernel as frameworks count them, from the shape in which they store it.
#pragma once

#include <string>
#include <vector>

#include "core/network/init/scheme.h"

namespace stepzero {

struct FrameworkFans {
    std::string names;   ///< frameworks that agree: "PyTorch, JAX, Keras"
    int fan_in = 1, fan_out = 1;
    double output = 1;   ///< RMS of the layer's output over that with our fans, for the initializer
};

/// PyTorch stores [units, channels/groups, k, k]; JAX's Flax and Keras store [k, k, channels/groups, units]. Fans are
/// k² times the two channel sizes, so fan_out does not depend on groups. Keras' DepthwiseConv2D stores [k, k, channels,
/// units/channels], and counts the channels as inputs of an output. Our fans are PyTorch's. Precondition: the shape of
/// a weight; `initializer` is known.
std::vector<FrameworkFans> framework_fans(const Initializer& initializer, Shape shape, int groups);

}   // namespace stepzero
