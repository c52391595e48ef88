// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a finite network forward and backward. A pure function of the experiment: same input, same bits, on
// any number of threads and with any state of the cache.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "core/experiment/experiment.h"
#include "core/init/noise_cache.h"
#include "core/run/context.h"
#include "core/input/input.h"
#include "core/simulate/measurement.h"

namespace stepzero {

/// The experiment would not fit. what() is a sentence with the estimate.
struct TooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct SimulateOptions {
    int most_samples = 0;   ///< above 0: a preview on at most so many samples, replica 0 only
    double most_operations = 0;   ///< of a network made of blocks, above 0: a preview that takes about so many
    std::size_t memory_limit = default_memory_limit();
    static std::size_t default_memory_limit();   ///< three quarters of the machine's memory
};

/// Bytes that simulate() will hold at its peak with all samples, without the noise cache.
double memory_estimate(const Experiment& experiment);

/// Throws Stopped, TooLarge, BadInput. Precondition: the experiment passed validate().
Measurement simulate(
    const Experiment& experiment, NoiseCache& cache, const Context& context, const SimulateOptions& options = {});

}   // namespace stepzero
