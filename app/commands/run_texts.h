// SPDX-License-Identifier: GPL-3.0-or-later
// All that a run tells of one experiment.
#pragma once

#include <string>

#include "core/experiment/experiment.h"
#include "core/init/noise_cache.h"
#include "core/network/plan.h"
#include "core/run/context.h"
#include "core/simulate/measurement.h"

namespace stepzero {

struct RunTexts {
    std::string result;   ///< JSON
    Measurement measurement;   ///< of which a table may be wanted
};

/// Simulates, takes the singular values that the experiment asks for, and diagnoses. Throws Stopped and what simulate()
/// throws.
RunTexts run_texts(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
