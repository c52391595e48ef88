// SPDX-License-Identifier: GPL-3.0-or-later
// All that is told of an experiment's training.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/train/trainer.h"

namespace stepzero {

struct TrainingRun {
    std::vector<TrainedParameter> parameters;   ///< of the network in the order of use, then the readout's
    std::vector<TrainingStep> steps;   ///< one a step that was made, and one more where it diverged
    double last_loss = 0;   ///< over all samples, behind the last step; NaN where it diverged
    bool diverged = false;
    bool classes = false;   ///< whether shares of right classes are told
    LossKind loss = LossKind::mean_squared_error;
    std::shared_ptr<const TrainedParameters> first, last;   ///< before the first step, and behind the last
};

/// Precondition: the experiment passed validate() and is to be trained, and the plan is its. Throws Stopped, BadInput.
TrainingRun run_training(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

/// log10 of the updates' size over the weights', of a parameter at a step; NaN where a weight is 0. Good rates lie near
/// −3 (Karpathy).
double log10_update_ratio(const ParameterMove& move);

/// Bytes that training holds beside a pass.
double training_memory(const Experiment& experiment);
/// Floating-point operations of all steps, roughly, where the task has so many samples.
double training_operations(const Experiment& experiment, Extent extent);

}   // namespace stepzero
