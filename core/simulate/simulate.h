// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a finite network forward and backward. A pure function of the experiment: same input, same bits, on
// any number of threads and with any state of the cache.
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

/// The experiment would not fit. what() is a sentence with the estimate.
struct TooLarge : TextError {
    using TextError::TextError;
};

/// "1.5 GiB"
std::string gibibytes(double bytes);

struct SimulateOptions {
    std::optional<Extent> extent {};   ///< a preview: of so much, replica 0 only
    std::size_t memory_limit = default_memory_limit();
    static std::size_t default_memory_limit();   ///< three quarters of the machine's memory
};

/// Bytes that simulate() will hold at its peak with all samples, without the noise cache.
double memory_estimate(const Experiment& experiment, const NetworkPlan& plan);

/// What a preview takes of the whole: so few samples, sequences or tokens that a run costs about `operations`.
Extent preview_extent(const Experiment& experiment, const NetworkPlan& plan, Extent whole, double operations);

/// Throws Stopped, TooLarge, BadInput. Precondition: the experiment passed validate(), and the plan is its.
Measurement simulate(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context,
    const SimulateOptions& options = {});

}   // namespace stepzero
