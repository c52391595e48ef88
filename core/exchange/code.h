// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment's network as a short, runnable Python module for a framework: the same layers with the same
// law of initialization. The framework draws its own random numbers; to carry over these very numbers, load
// the tensors that `run --tensors` writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kinds/code/framework.h"

namespace stepzero {

/// "pytorch", "jax", "keras", in the order of the enumeration.
const std::vector<std::string>& framework_names();

/// Whether its kind can be written for a framework.
bool has_code(const Network& network, Framework framework);

/// A framework's own initializer is used where it means the same; else a comment says why not. Empty
/// without has_code(). Precondition: the experiment passed validate().
std::string framework_code(const Experiment& experiment, Framework framework);

}   // namespace stepzero
