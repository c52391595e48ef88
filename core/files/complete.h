// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment that leaves nothing to a default.
#pragma once

#include "core/network/experiment/experiment.h"

namespace stepzero {

/// The same experiment with every scheme's, activation's and kind's parameters at their defaults where it names none.
Experiment with_completed_parameters(Experiment experiment);

}   // namespace stepzero
