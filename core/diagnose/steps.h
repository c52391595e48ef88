// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with how a network trains, which only its first steps can show.
#pragma once

#include "core/diagnose/finding.h"
#include "core/train/training_run.h"

namespace stepzero {

/// diverged; thrown_loss, far up from where it began; updates_too_large and updates_too_small, where the loss does not
/// move; symmetric_units. Every fix was tried out: trained for as many steps, though no more than 100 or twice as many
/// as were made before it diverged. Precondition: the run is the experiment's, and the plan its. Throws Stopped.
std::vector<Finding> diagnose_steps(const Experiment& experiment, const NetworkPlan& plan, const TrainingRun& run,
    NoiseCache& cache, const Context& context);

/// What they are.
std::vector<FindingInfo> step_findings();

/// Those of step 0 and those of steps, the gravest first.
std::vector<Finding> merged(std::vector<Finding> first, const std::vector<Finding>& steps);

}   // namespace stepzero
