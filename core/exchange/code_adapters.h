// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the adapters of an experiment's training as PyTorch code. Internal to core/exchange.
#pragma once

#include <string>

#include "core/network/plan.h"

namespace stepzero {

/// Returns the class Adapter and the function add_adapters(), which freezes a model and attaches adapters.
/// Precondition: the experiment's matrices have adapters.
std::string pytorch_adapters(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
