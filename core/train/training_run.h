// SPDX-License-Identifier: GPL-3.0-or-later
// The complete training of an experiment: every step, the weights at some steps, and linearized training for
// comparison.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/train/linearized.h"

namespace stepzero {

/// The network after `step` steps.
struct KeptStep {
    int step = 0;   ///< 0: before the first
    std::shared_ptr<const TrainedParameters> parameters;   ///< all weights are finite
};

struct TrainingRun {
    std::vector<TrainedParameter>
        parameters;   ///< parameters in the order of use, or their adapters, followed by the readout
    std::vector<TrainingStep> steps;   ///< one per step, and one more if training diverged
    double last_loss = 0;   ///< over all samples, after the last step; NaN if training diverged
    bool diverged = false;
    bool classes = false;   ///< true: steps report the accuracy
    const LossInfo* loss = &loss_named("task", false);   ///< never null
    /// Step 0, every kept_every() steps, and the last step, in order, as long as the signal stayed finite.
    std::vector<KeptStep> kept;
    std::optional<LinearizedRun> linearized;   ///< absent if not requested or not available
    std::shared_ptr<const TrainedParameters> last;   ///< after the last step; null until then
};

/// Trains the experiment. Precondition: it passed validate() and has training, and the plan was made from it. `so_far`
/// receives the current state several times a second; it may be empty. Throws Stopped, BadInput.
TrainingRun run_training(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache,
    const Context& context, const std::function<void(const TrainingRun&)>& so_far = {});

/// Returns the interval of steps at which weights are kept: 1, 2, 5, 10, … All kept weights together take at most half
/// a GiB, or there are only three.
int kept_every(int steps, double weights);

/// Returns the plan with the weights of a kept step instead of sampled ones; the distributions are still those of step
/// 0. Throws Stopped.
NetworkPlan plan_behind(const NetworkPlan& plan, const KeptStep& kept, const Context& context);

/// Returns the names in results of a parameter's sizes at a step: "gradient_rms", "weight_rms", "update_rms".
const std::vector<std::pair<const char*, float ParameterMove::*>>& move_sizes();

/// Returns log10 of the size of an update relative to the weights; NaN when all weights are 0. Good learning rates give
/// about −3 (Karpathy).
double log10_update_ratio(const ParameterMove& move);

/// Returns the bytes that training needs in addition to a pass.
double training_memory(const Experiment& experiment, const NetworkPlan& plan);
/// Returns the approximate number of floating-point operations of all steps, when the task has `extent` samples.
double training_operations(const Experiment& experiment, const NetworkPlan& plan, Extent extent);

}   // namespace stepzero
