// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/linearized.h"

#include <cmath>
#include <utility>

#include "core/kinds/kinds.h"
#include "core/math/linear/decompositions.h"

namespace stepzero {

namespace {

using Direction = std::vector<WeightMatrix>;

/// Returns the norm of all entries of `parts` matrices together.
double norm(std::size_t parts, const auto& part)
{
    double squares = 0;
    for (std::size_t i = 0; i < parts; ++i)
        squares += part(i).template cast<double>().squaredNorm();
    return std::sqrt(squares);
}

double norm(const Direction& direction)
{
    return norm(direction.size(), [&](std::size_t i) -> const WeightMatrix& { return direction[i]; });
}

/// Returns the loss' second derivative at `outputs`, times a change of them.
Eigen::MatrixXd curvature(
    const LossInfo& loss, const TaskData& task, const Eigen::MatrixXd& outputs, const Eigen::MatrixXd& change)
{
    const double share = loss_share(loss, outputs.rows(), outputs.cols());
    Eigen::MatrixXd result(change.rows(), change.cols());
    for (Eigen::Index s = 0; s < outputs.cols(); ++s)
        result.col(s) = share
            * loss.curvature(outputs.col(s).array(), task.values.col(s).cast<double>().array(), change.col(s).array());
    return result;
}

/// Returns the largest eigenvalue of Jᵀ S J, with S the loss' curvature, by Lanczos' iteration from the direction of
/// the first step. Its vectors need not stay orthogonal, since only repeated eigenvalues would suffer.
double sharpness(
    const Trainer& trainer, const LossInfo& loss, const Eigen::MatrixXd& outputs, Direction v, const Context& context)
{
    constexpr int most = 60;
    constexpr double enough = 1e-4;
    Eigen::MatrixXd t = Eigen::MatrixXd::Zero(most, most);   // tridiagonal
    Direction before;   // the vector before v
    double found = 0, size = norm(v);
    for (int i = 0; i < most && size > 0; ++i) {
        for (WeightMatrix& part : v)
            part /= float(size);
        const Eigen::MatrixXd change = push_forward(trainer, v, context),
                              curved = curvature(loss, trainer.task(), outputs, change);
        t(i, i) = change.cwiseProduct(curved).sum();
        const double last = std::exchange(found, symmetric_eigen(t.topLeftCorner(i + 1, i + 1)).values[i]);
        if (i + 1 == most || !(found - last > enough * found))
            break;
        Direction next = trainer.pull_back(curved, context);
        for (std::size_t part = 0; part < next.size(); ++part) {
            next[part] -= float(t(i, i)) * v[part];
            if (i > 0)
                next[part] -= float(t(i, i - 1)) * before[part];
        }
        before = std::exchange(v, std::move(next));
        size = norm(v);
        t(i + 1, i) = t(i, i + 1) = size;
    }
    return found;
}

std::optional<double> stable_rate(const Selection& optimizer, double sharpness)
{
    const OptimizerInfo& info = *find_optimizer(optimizer.name);
    if (!info.stable_rate || !(sharpness > 0))
        return std::nullopt;
    return info.stable_rate(completed(info.parameters, optimizer.parameters), sharpness);
}

}   // namespace

Eigen::MatrixXd push_forward(const Trainer& trainer, const std::vector<WeightMatrix>& direction, const Context& context)
{
    const TrainedParameters& start = trainer.parameters();
    const double size = norm(direction);
    if (!(size > 0))
        return Eigen::MatrixXd::Zero(trainer.task().outputs, trainer.task().samples());
    const double of = norm(direction.size(), [&](std::size_t i) -> const WeightMatrix& { return start.weights(i); });
    constexpr double share = 1e-3;
    const double by = share * (of > 0 ? of : 1) / size;
    TrainedParameters moved(start);
    const auto outputs_at = [&](double times) {
        for (std::size_t i = 0; i < direction.size(); ++i)
            moved.weights(i) = start.weights(i) + float(times) * direction[i];
        moved.settle(context);
        return trainer.outputs(moved, context);
    };
    const Eigen::MatrixXd above = outputs_at(by);
    return (above - outputs_at(-by)) / (2 * by);
}

bool can_be_linearized(const Experiment& experiment)
{
    const Training& train = *experiment.train;
    return !kind_of(experiment.network).has_tokens() && train.batch == 0;
}

LinearizedRun linearized_run(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    const Training& train = *experiment.train;
    const Trainer trainer(experiment, plan, cache, context);
    const TrainedParameters& start = trainer.parameters();
    const TaskData& task = trainer.task();
    const LossInfo& loss = loss_named(train.loss, task.classes);
    const OptimizerInfo& info = *find_optimizer(train.optimizer.name);
    const auto optimizer = info.make(completed(info.parameters, train.optimizer.parameters), start.list().size());
    const Eigen::MatrixXd first = trainer.outputs(start, context);
    LinearizedRun run;
    if (!first.allFinite())
        return run;
    TrainedParameters moved(start);
    Direction change;   // total change so far
    for (std::size_t i = 0; i < start.list().size(); ++i)
        change.emplace_back(WeightMatrix::Zero(start.weights(i).rows(), start.weights(i).cols()));
    for (int step = 0; step <= train.steps; ++step) {
        context.progress(double(step) / train.steps, tr("linearized"));
        const Eigen::MatrixXd outputs = first + push_forward(trainer, change, context);
        const LossValue value = loss_of(loss, make_signal(outputs.cast<float>(), 0, 1, context), task.values, context);
        if (!std::isfinite(value.loss) || !outputs.allFinite())
            return run;
        run.losses.push_back(value.loss);
        const Eigen::MatrixXd g = value.gradient.numbers.cast<double>() * power_of_two(value.gradient.exponent);
        Direction gradient = trainer.pull_back(g, context);
        if (step == 0)
            run.largest_rate = stable_rate(train.optimizer, sharpness(trainer, loss, first, gradient, context));
        if (step == train.steps)
            break;
        const double rate = learning_rate(train, step + 1);
        for (std::size_t i = 0; i < change.size(); ++i) {
            optimizer->update({start.list()[i].plan, i, step + 1, rate * start.list()[i].rate}, moved.weights(i),
                gradient[i], context);
            change[i] = moved.weights(i) - start.weights(i);
        }
    }
    return run;
}

}   // namespace stepzero
