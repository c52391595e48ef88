// SPDX-License-Identifier: GPL-3.0-or-later
// One network of an experiment, forward and backward.
#pragma once

#include "core/modules/record.h"
#include "core/network/plan.h"

namespace stepzero {

/// What a run of one replica showed.
struct Seen {
    Record record;
    Distribution input;   ///< of the network; of tokens, the stream that enters the first block
    std::vector<Remark> remarks;
};

/// Measures one replica of a network of plain layers on the experiment's first samples. Throws Stopped, BadInput.
Seen simulate_replica(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica,
    NoiseCache& cache, const Context& context);

}   // namespace stepzero
