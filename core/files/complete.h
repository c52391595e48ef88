// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the defaults of an experiment, so that equivalent experiments compare equal.
#pragma once

#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the experiment with all parameters of schemes, activations and kinds; missing ones have their defaults.
Experiment with_completed_parameters(Experiment experiment);

}   // namespace stepzero
