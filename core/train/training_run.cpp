// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kinds/kinds.h"

namespace stepzero {

TrainingRun run_training(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    Trainer trainer(experiment, plan, cache, context);
    const TaskData& task = trainer.task();
    TrainingRun run {.parameters = trainer.parameters().list(),
        .steps = {},
        .classes = task.classes,
        .loss = loss_kind(experiment.train->loss, task.classes),
        .first = std::make_shared<const TrainedParameters>(trainer.parameters()),
        .last = nullptr};
    const int steps = experiment.train->steps;
    for (int step = 0; step < steps && !trainer.diverged(); ++step) {
        context.progress(double(step) / steps, "training");
        run.steps.push_back(trainer.step(context));
    }
    Recorder nobody;
    run.last_loss = trainer.diverged() ? std::numeric_limits<double>::quiet_NaN() : trainer.loss(nobody, context);
    run.diverged = trainer.diverged() || !std::isfinite(run.last_loss);
    auto last = std::make_shared<TrainedParameters>(trainer.parameters());
    if (!run.diverged)
        last->describe_all(context);
    run.last = std::move(last);
    return run;
}

double log10_update_ratio(const ParameterMove& move)
{
    return move.weight > 0 ? std::log10(double(move.update) / double(move.weight))
                           : std::numeric_limits<double>::quiet_NaN();
}

namespace {

double entries_of(const ParameterPlan& plan)
{
    return double(plan.shape.rows()) * (plan.kind == Role::bias ? 1 : plan.shape.columns());
}

}   // namespace

double training_memory(const Experiment& experiment)
{
    double weights = 0;
    const NetworkPlan plan = plan_of(experiment.network);
    for (const ParameterPlan* parameter : plan.parameters())
        weights += entries_of(*parameter);
    constexpr double copies
        = 7;   // weights now, before and at step 0, gradients, two averages, one more for the change
    return 4 * copies * weights;
}

double training_operations(const Experiment& experiment, Extent extent)
{
    const Training& train = *experiment.train;
    constexpr double of_an_entry = 60, products_of_muon = 5 * 2 * 3;
    const NetworkPlan plan = plan_of(experiment.network);
    double update = 0;
    for (const ParameterPlan* parameter : plan.parameters()) {
        update += of_an_entry * entries_of(*parameter);
        if (train.optimizer.name == "muon" && parameter->kind == Role::weight)
            update += products_of_muon * entries_of(*parameter)
                * std::min(parameter->shape.rows(), parameter->shape.columns());
    }
    if (train.batch > 0)
        extent.samples = std::min(extent.samples, train.batch);
    Experiment with_gradient = experiment;
    with_gradient.measure.gradient = true;
    constexpr double with_parameters = 1.5;   // of forward and back, whose cost that is
    return train.steps * (with_parameters * plan.kind->cost(with_gradient, extent) + update);
}

}   // namespace stepzero
