// SPDX-License-Identifier: GPL-3.0-or-later
// A network of state-space blocks as the experiment describes it.
#pragma once

#include "core/modules/state_space.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Precondition: the network passed validate() and is of state-space blocks.
StateSpaceSpec state_space_spec(const Network& network);

}   // namespace stepzero
