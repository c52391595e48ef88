// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a finite network forward and backward. It is a pure function of the experiment: the same input gives the same
// bits, on any number of threads and with any state of the cache.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/base/run/context.h"
#include "core/base/words/text_error.h"
#include "core/network/init/noise_cache.h"
#include "core/network/input/input.h"
#include "core/network/plan.h"
#include "core/simulate/measurement.h"

namespace stepzero {

/// Thrown when the experiment would not fit into memory. what() is a sentence with the estimate.
struct TooLarge : TextError {
    using TextError::TextError;
};

/// "1.5 GiB"
std::string gibibytes(double bytes);

struct SimulateOptions {
    std::optional<Extent> extent {};   ///< a preview of this extent, with replica 0 only
    std::size_t memory_limit = default_memory_limit();
    static std::size_t default_memory_limit();   ///< three quarters of the machine's memory
};

/// Returns the bytes that simulate() will hold at its peak with all samples, without the noise cache.
double memory_estimate(const Experiment& experiment, const NetworkPlan& plan);

/// Returns the extent of a preview: so few samples, sequences or tokens that a run costs about `operations`.
Extent preview_extent(const Experiment& experiment, const NetworkPlan& plan, Extent whole, double operations);

/// Simulates an experiment. Throws Stopped, TooLarge, BadInput. Precondition: the experiment passed validate(), and
/// `plan` was made from it.
Measurement simulate(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context,
    const SimulateOptions& options = {});

}   // namespace stepzero
