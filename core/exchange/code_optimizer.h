// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer of an experiment's training, for PyTorch. Internal to core/exchange.
#pragma once

#include <string>

#include "core/network/plan.h"

namespace stepzero {

/// What a parameter is called in all blocks, for fnmatch(): "blocks.*.q.weight".
std::string name_in_blocks(const ParameterPlan& parameter);

/// The functions parameter_groups(), whose learning rates follow the parametrization at other widths and depths, and
/// make_optimizer(), with the warm-up; of Muon make_optimizers(). Precondition: the experiment is to be trained.
std::string pytorch_optimizer(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
