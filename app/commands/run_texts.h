// SPDX-License-Identifier: GPL-3.0-or-later
// Produces everything that a run reports about one experiment.
#pragma once

#include <memory>
#include <string>

#include "core/base/run/context.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/network/plan.h"
#include "core/simulate/measurement.h"
#include "core/train/trained_parameters.h"

namespace stepzero {

struct RunTexts {
    std::string result;   ///< JSON
    Measurement measurement;   ///< for the table
    std::shared_ptr<const TrainedParameters> trained;   ///< after the last step; null: not trained
};

/// Simulates, computes the singular values that the experiment requests, and diagnoses. Throws Stopped and what
/// simulate() throws.
RunTexts run_texts(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
