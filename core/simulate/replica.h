// SPDX-License-Identifier: GPL-3.0-or-later
// One network of an experiment, forward and backward.
#pragma once

#include "core/init/noise_cache.h"
#include "core/simulate/measurement.h"

namespace stepzero {

/// Measures one replica on the experiment's first `samples` samples; progress runs from `from` to `to`.
/// Throws Stopped, BadInput.
Measurement simulate_replica(const Experiment& experiment, const std::vector<LayerPlan>& plan, int replica, int samples,
    NoiseCache& cache, const Context& context, double from, double to);

/// Mean over replicas with the standard deviations beside it; of one replica, that replica.
Measurement joined(std::vector<Measurement> replicas);

}   // namespace stepzero
