// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the optimizer of an experiment's training as PyTorch code. Internal to core/exchange.
#pragma once

#include <string>

#include "core/network/plan.h"

namespace stepzero {

/// Returns the name of a parameter in all blocks, as a pattern for fnmatch(): "blocks.*.q.weight".
std::string name_in_blocks(const ParameterPlan& parameter);

/// Returns the functions parameter_groups() and make_optimizer() (make_optimizers() for Muon). Learning rates follow
/// the parametrization at other widths and depths; the warm-up is included. Precondition: the experiment is trained.
std::string pytorch_optimizer(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
