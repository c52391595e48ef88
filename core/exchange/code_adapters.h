// SPDX-License-Identifier: GPL-3.0-or-later
// The adapters of an experiment's training, for PyTorch. Internal to core/exchange.
#pragma once

#include <string>

#include "core/network/plan.h"

namespace stepzero {

/// The class Adapter and the function add_adapters(), which freezes a model and puts them on it. Precondition: the
/// experiment's matrices have adapters.
std::string pytorch_adapters(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
