// SPDX-License-Identifier: GPL-3.0-or-later
// fan_in and fan_out of a kernel as frameworks count them, from the shape in which they keep it.
#pragma once

#include <string>
#include <vector>

#include "core/network/init/scheme.h"

namespace stepzero {

struct FrameworkFans {
    std::string names;   ///< those that agree: "PyTorch, JAX, Keras"
    int fan_in = 1, fan_out = 1;
    double output = 1;   ///< RMS of the layer's output over that with our fans, by the initializer
};

/// PyTorch keeps [units, channels/groups, k, k], JAX's Flax and Keras [k, k, channels/groups, units]: k² times the two,
/// so that fan_out is that of no groups. Keras' DepthwiseConv2D keeps [k, k, channels, units/channels], and takes the
/// channels for what an output sees. Ours are PyTorch's. Precondition: the shape of a weight; `initializer` is known.
std::vector<FrameworkFans> framework_fans(const Initializer& initializer, Shape shape, int groups);

}   // namespace stepzero
