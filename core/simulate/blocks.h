// SPDX-License-Identifier: GPL-3.0-or-later
// Simulation of networks that are made of blocks: their sites as a Recording, and a look at each block as a layer,
// for what shows layers.
#pragma once

#include "core/network/architecture.h"
#include "core/simulate/measurement.h"

namespace stepzero {

/// What a preview takes of the whole: so few sequences, tokens or samples that a run costs about `operations`.
Extent preview_extent(const Experiment& experiment, Extent whole, double operations);

/// One replica. Layer l of the result is block l: output and gradient those of the stream behind it, preactivation
/// what enters its activation, weight that of its last matrix; fractions are not measured. Blocks behind one where
/// the signal was lost have empty distributions. Throws Stopped, BadInput.
Measurement simulate_blocks(
    const Experiment& experiment, int replica, Extent extent, NoiseCache& cache, const Context& context);

/// Means and standard deviations over replicas (n − 1) of everything in them. Precondition: there are two or more.
/// Sites that were not reached in every replica are left out.
std::pair<Recording, Recording> joined(const std::vector<const Recording*>& replicas);

}   // namespace stepzero
