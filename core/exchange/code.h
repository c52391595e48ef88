// SPDX-License-Identifier: GPL-3.0-or-later
// Writes an experiment's network as a short, runnable Python module for a framework, with the same layers and the same
// initial distributions. The framework samples its own random numbers. To transfer the exact weights, load the tensors
// that `run --tensors` writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/code/framework.h"

namespace stepzero {

/// Returns "pytorch", "jax", "keras", in the order of the enumeration.
const std::vector<std::string>& framework_names();

/// Returns whether this kind of network can be written for a framework.
bool has_code(const Network& network, Framework framework);

/// Returns the module's code; empty without has_code(). It uses a framework's own initializer when that is equivalent;
/// otherwise, a comment states the reason. Precondition: the experiment passed validate().
std::string framework_code(const Experiment& experiment, Framework framework);

}   // namespace stepzero
