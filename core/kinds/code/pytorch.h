// SPDX-License-Identifier: GPL-3.0-or-later
// What the writers of PyTorch code for all kinds of networks share. Internal to core/kinds.
#pragma once

#include "core/kinds/code/parts.h"

namespace stepzero {

/// Statements that fill a tensor in place, given `fan_in` and `fan_out` where they name them.
Lines pytorch_fill(const Initializer& initializer, Shape shape, Role role, const std::string& tensor);

/// One that rounds it to the numbers of the initializer's dtype; none for float32.
Lines pytorch_rounding(
    const Initializer& initializer, const Draw& draw, Shape shape, Role role, const std::string& tensor);

/// Those that work out the fans which they take, of the kernel of a module.
Lines pytorch_kernel_fans(const Lines& fill, const std::string& module);

/// Of a layer's module, "linear" of type "nn.Linear": those of one tensor, and those that set its activation.
Lines pytorch_layer_fill(
    const std::string& module, const std::string& type, const Initializer& initializer, Shape shape, Role role);
Lines pytorch_layer_end(const Activation& activation);

/// `nn.ReLU()`. Precondition: completed parameters.
std::string pytorch_activation(const Activation& activation);
/// Activations that PyTorch has no module for, by name.
const std::map<std::string, std::string>& pytorch_functions();

/// The body of `if __name__ == "__main__":`; the rest goes on from `x`, without gradients.
std::string pytorch_main(const Experiment& experiment, const std::string& rest);

}   // namespace stepzero
