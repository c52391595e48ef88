// SPDX-License-Identifier: GPL-3.0-or-later
// Training that nobody has chosen.
#pragma once

#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Of a kind of network: its first task, by Adam.
Training default_training(const Network& network);

/// Another task or loss, or adapters of other matrices, where what is to be trained does not suit the experiment's
/// network any more.
void fit_training(Experiment& experiment);

}   // namespace stepzero
