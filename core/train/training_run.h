// SPDX-License-Identifier: GPL-3.0-or-later
// All that is told of an experiment's training.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/train/linearized.h"

namespace stepzero {

/// A network behind so many steps.
struct KeptStep {
    int step = 0;   ///< 0: before the first
    std::shared_ptr<const TrainedParameters> parameters;   ///< finite
};

struct TrainingRun {
    std::vector<TrainedParameter>
        parameters;   ///< of the network in the order of use, or their adapters', then the readout's
    std::vector<TrainingStep> steps;   ///< one a step that was made, and one more where it diverged
    double last_loss = 0;   ///< over all samples, behind the last step; NaN where it diverged
    bool diverged = false;
    bool classes = false;   ///< whether shares of right classes are told
    LossKind loss = LossKind::mean_squared_error;
    /// In order: step 0, every kept_every() steps, and the last one, as far as the signal stayed finite.
    std::vector<KeptStep> kept;
    std::optional<LinearizedRun> linearized;   ///< absent where it was not asked for, or there is none
    std::shared_ptr<const TrainedParameters> last;   ///< behind the last step; null while that is to come
};

/// Precondition: the experiment passed validate() and is to be trained, and the plan is its. `so_far` is told some
/// times a second what there is; it may be empty. Throws Stopped, BadInput.
TrainingRun run_training(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache,
    const Context& context, const std::function<void(const TrainingRun&)>& so_far = {});

/// Every so many steps of a training the weights are kept: 1, 2, 5, 10, …, so that all of them take no more than half a
/// GiB, or are three.
int kept_every(int steps, double weights);

/// The plan with the weights of a kept step in place of those that are drawn; laws stay those of step 0. Throws
/// Stopped.
NetworkPlan plan_behind(const NetworkPlan& plan, const KeptStep& kept, const Context& context);

/// The sizes of a parameter at a step under their names in a result: "gradient_rms", "weight_rms", "update_rms".
const std::vector<std::pair<const char*, float ParameterMove::*>>& move_sizes();

/// log10 of the updates' size over the weights', of a parameter at a step; NaN where a weight is 0. Good rates lie near
/// −3 (Karpathy).
double log10_update_ratio(const ParameterMove& move);

/// Bytes that training holds beside a pass.
double training_memory(const Experiment& experiment, const NetworkPlan& plan);
/// Floating-point operations of all steps, roughly, where the task has so many samples.
double training_operations(const Experiment& experiment, const NetworkPlan& plan, Extent extent);

}   // namespace stepzero
