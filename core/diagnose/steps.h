// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnoses training problems that only the first steps can show, such as divergence or updates of the wrong size.
// Fixes are tested by training.
#pragma once

#include "core/diagnose/finding.h"
#include "core/train/training_run.h"

namespace stepzero {

/// Reports diverged; thrown_loss, when the loss spikes far above its start; updates_too_large and updates_too_small,
/// when the loss does not move; symmetric_units. Every fix is tested by training for as many steps, at most 100, or
/// twice the number before divergence. Precondition: `run` and `plan` belong to the experiment. Throws Stopped.
std::vector<Finding> diagnose_steps(const Experiment& experiment, const NetworkPlan& plan, const TrainingRun& run,
    NoiseCache& cache, const Context& context);

/// Returns descriptions of all these findings.
std::vector<FindingInfo> step_findings();

/// Merges findings of step 0 with those of training, most severe first.
std::vector<Finding> merged(std::vector<Finding> first, const std::vector<Finding>& steps);

}   // namespace stepzero
