// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

double entries_of(const ParameterPlan& plan)
{
    return double(plan.shape.rows()) * (plan.kind == Role::bias ? 1 : plan.shape.columns());
}

double entries_of(const NetworkPlan& plan)
{
    double entries = 0;
    for (const ParameterPlan* parameter : plan.parameters())
        entries += entries_of(*parameter);
    return entries;
}

constexpr double bytes_kept = 512 << 20;

}   // namespace

int kept_every(int steps, double weights)
{
    const double most = std::max(2.0, bytes_kept / (4 * weights));
    int every = 1;
    for (int decade = 1; steps / every > most; decade *= 10)
        for (const int digit : {1, 2, 5})
            if (steps / every > most)
                every = decade * digit;
    return every;
}

NetworkPlan plan_behind(const NetworkPlan& plan, const KeptStep& kept, const Context& context)
{
    auto given = std::make_shared<GivenWeights>();
    for (const ParameterPlan* parameter : plan.parameters())
        given->values.hold(parameter->name, kept.parameters->entries(*parameter, context), context);
    NetworkPlan behind = plan;
    behind.given = std::move(given);
    return behind;
}

TrainingRun run_training(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache,
    const Context& context, const std::function<void(const TrainingRun&)>& so_far)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto often = std::chrono::milliseconds(250);
    Trainer trainer(experiment, plan, cache, context);
    const TaskData& task = trainer.task();
    TrainingRun run {.parameters = trainer.parameters().list(),
        .steps = {},
        .classes = task.classes,
        .loss = &loss_named(experiment.train->loss, task.classes),
        .kept = {},
        .linearized = {},
        .last = nullptr};
    const int steps = experiment.train->steps, every = kept_every(steps, entries_of(plan));
    const auto first = trainer.parameters().snapshot();
    MatrixWatch watch(*first);
    Clock::time_point told = Clock::now();
    for (int step = 0; step < steps && !trainer.diverged(); ++step) {
        context.progress(double(step) / steps, tr("training"));
        // The next pass of the signal shows whether the weights are finite.
        const auto weights = step == 0 ? first : step % every == 0 ? trainer.parameters().snapshot() : nullptr;
        run.steps.push_back(trainer.step(context, &watch));
        if (weights && !trainer.diverged())
            run.kept.push_back({step, weights});
        if (so_far && Clock::now() - told > often) {
            so_far(run);
            told = Clock::now();
        }
    }
    Recorder nobody;
    run.last_loss = trainer.diverged() ? std::numeric_limits<double>::quiet_NaN() : trainer.loss(nobody, context);
    run.diverged = trainer.diverged() || !std::isfinite(run.last_loss);
    auto last = std::make_shared<TrainedParameters>(trainer.parameters());
    if (!run.diverged) {
        last->describe_all(context);
        run.kept.push_back({steps, last});
    }
    run.last = std::move(last);
    if (experiment.train->linearized && can_be_linearized(experiment)) {
        if (so_far)
            so_far(run);
        run.linearized = linearized_run(experiment, plan, cache, context);
    }
    return run;
}

const std::vector<std::pair<const char*, float ParameterMove::*>>& move_sizes()
{
    static const std::vector<std::pair<const char*, float ParameterMove::*>> all {
        {"gradient_rms", &ParameterMove::gradient}, {"weight_rms", &ParameterMove::weight},
        {"update_rms", &ParameterMove::update}};
    return all;
}

double log10_update_ratio(const ParameterMove& move)
{
    return move.weight > 0 ? std::log10(double(move.update) / double(move.weight))
                           : std::numeric_limits<double>::quiet_NaN();
}

double training_memory(const Experiment& experiment, const NetworkPlan& plan)
{
    const double weights = entries_of(plan);
    constexpr double copies
        = 7;   // current weights, previous ones, those of step 0, gradients, two averages, and the change
    const int steps = experiment.train->steps;
    return 4 * (copies + 2 + double(steps) / kept_every(steps, weights)) * weights;
}

double training_operations(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const Training& train = *experiment.train;
    constexpr double of_an_entry = 150;
    const OptimizerInfo& optimizer = *find_optimizer(train.optimizer.name);
    const bool adapted = has_adapters(train);
    const Parameters adapters = completed(find_adapter(train.adapters.name)->parameters, train.adapters.parameters);
    const double products_of_factors = adapted ? 3 * 2 * number(adapters, "rank") : 0;
    double update = 0;
    for (const ParameterPlan* parameter : plan.parameters()) {
        if (adapted) {
            update += is_adapted(train.adapted, *parameter) ? products_of_factors * entries_of(*parameter) : 0;
            continue;
        }
        update += of_an_entry * entries_of(*parameter);
        update += optimizer.operations ? optimizer.operations(*parameter) : 0;
    }
    if (train.batch > 0)
        extent.samples = std::min(extent.samples, train.batch);
    Experiment with_gradient = experiment;
    with_gradient.measure.gradient = true;
    constexpr double with_parameters = 1.5;   // relative to a forward and backward pass
    const double linear = train.linearized && can_be_linearized(experiment) ? 7.0 / 3 : 1;   // two more signals
    return linear * train.steps * (with_parameters * plan.kind->cost(with_gradient, plan, extent) + update);
}

}   // namespace stepzero
