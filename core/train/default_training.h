// SPDX-License-Identifier: GPL-3.0-or-later
// Default training settings of an experiment, and their adjustment when its network changes. The window and the command
// line use them when a user starts to train.
#pragma once

#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the default training for a kind of network: its first task, with Adam.
Training default_training(const Network& network);

/// Changes task, loss or adapted matrices when they no longer suit the experiment's network.
void fit_training(Experiment& experiment);

}   // namespace stepzero
