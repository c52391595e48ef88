// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/cell_training.h"

#include <cmath>

#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/train/trainer.h"

namespace stepzero {

namespace {

/// Returns the cell's network, derived from the study's own by the parametrization; nothing when both have the same
/// size.
std::optional<ScaledNetwork> scaled_from(const Grid& grid, const Experiment& cell)
{
    const Parametrization& by = *find_parametrization(cell.train->parametrization);
    if (by.name == Training().parametrization)
        return std::nullopt;
    const auto read = experiment_of(grid.base);
    const auto* own = std::get_if<Experiment>(&read);   // an experiment that needs its lists cannot be a base
    if (!own || own->network.kind != cell.network.kind)
        return std::nullopt;
    const Network& base = own->network;
    if (depth(base) == depth(cell.network) && width_of_layer(base, 1) == width_of_layer(cell.network, 1))
        return std::nullopt;
    return scaled_network(by, base, cell.network, find_optimizer(cell.train->optimizer.name)->adaptive);
}

}   // namespace

CellTraining train_cell(
    const Grid& grid, const Experiment& cell, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    const std::optional<ScaledNetwork> scaled = scaled_from(grid, cell);
    Recorder nobody;
    CellTraining result;
    std::vector<double> losses;
    for (int replica = 0; replica < cell.replicas; ++replica) {
        Trainer trainer(
            cell, scaled ? plan_of(scaled->network) : plan, cache, context, replica, scaled ? &*scaled : nullptr);
        result.log10_first_loss += std::log10(trainer.loss(nobody, context)) / cell.replicas;
        TrainingStep step;
        while (trainer.steps_done() < cell.train->steps && !trainer.diverged())
            step = trainer.step(context);
        const double loss = trainer.diverged() ? 0 : trainer.loss(nobody, context);
        result.diverged = result.diverged || !(loss > 0 && std::isfinite(loss));
        losses.push_back(std::log10(loss));
        if (step.right)
            result.right = result.right.value_or(0) + *step.right / cell.replicas;
    }
    if (result.diverged)
        return result;
    double sum = 0, squares = 0;
    for (const double loss : losses)
        sum += loss;
    result.log10_last_loss = sum / cell.replicas;
    for (const double loss : losses)
        squares += (loss - result.log10_last_loss) * (loss - result.log10_last_loss);
    if (cell.replicas > 1)
        result.last_loss_sd = std::sqrt(squares / (cell.replicas - 1));
    return result;
}

}   // namespace stepzero
