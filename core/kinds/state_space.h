// SPDX-License-Identifier: GPL-3.0-or-later
// Converts an experiment to a network of state-space blocks. Simulation, theory and export all start from this spec.
#pragma once

#include "core/modules/state_space.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the network's spec. Precondition: the network passed validate() and consists of state-space blocks.
StateSpaceSpec state_space_spec(const Network& network);

}   // namespace stepzero
