// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of PyTorch code that the writers for all kinds of networks share. Internal to core/kinds.
#pragma once

#include "core/kinds/code/parts.h"
#include "core/network/plan.h"

namespace stepzero {

/// Returns statements that fill a tensor in place, given `fan_in` and `fan_out` when they name them. Typed numbers are
/// expressions there where torch.nn.init takes them.
Lines pytorch_fill(const LawCode& law, const std::string& tensor);

/// Returns a statement that rounds the tensor to the initializer's dtype; empty for float32.
Lines pytorch_rounding(
    const Initializer& initializer, const Draw& draw, Shape shape, Role role, const std::string& tensor);

/// Returns statements that compute the fans named in `fill` from the kernel of a module.
Lines pytorch_kernel_fans(const Lines& fill, const std::string& module);

/// Return the statements that fill one tensor of a layer's module, e.g. "linear" of type "nn.Linear", and those that
/// set its activation.
Lines pytorch_layer_fill(const std::string& module, const std::string& type, const LawCode& law);
Lines pytorch_layer_end(const Activation& activation);

/// Returns statements that make `norm`, the norm of a layer whose module has the channels or units `count`: nn.Identity
/// for a layer without one. `dimensions` of positions select the class of BatchNorm.
Lines pytorch_unit_norm(const NetworkPlan& plan, const BlockPlan& block, const std::string& count, int dimensions);

/// Returns the module of an activation, e.g. `nn.ReLU()`. Precondition: completed parameters.
std::string pytorch_activation(const Activation& activation);
/// Returns the classes of activations that PyTorch has no module for, by name.
const std::map<std::string, std::string>& pytorch_functions();

/// Returns the body of `if __name__ == "__main__":`; `rest` continues from `x`, without gradients.
std::string pytorch_main(const Experiment& experiment, const std::string& rest);

}   // namespace stepzero
