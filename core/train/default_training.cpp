// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/default_training.h"

#include "core/kinds/kinds.h"
#include "core/train/adapter.h"
#include "core/train/loss.h"
#include "core/train/optimizer.h"
#include "core/train/task.h"

namespace stepzero {

/// Selects a member with default parameters.
template <class Info>
static Selection first_choice(const Info& info)
{
    return {info.name, completed(info.parameters, {})};
}

Training default_training(const Network& network)
{
    Training training;
    training.task = first_choice(default_task(network));
    const OptimizerInfo& optimizer = *find_optimizer("adam");
    training.optimizer = first_choice(optimizer);
    training.learning_rate = optimizer.rate;
    return training;
}

void fit_training(Experiment& experiment)
{
    if (!experiment.train)
        return;
    Training& train = *experiment.train;
    const TaskInfo* task = find_task(train.task.name);
    if (!task || !suits(*task, experiment.network))
        train.task = first_choice(*(task = &default_task(experiment.network)));
    const LossInfo* loss = fixed_loss(train.loss);
    if (loss && ((loss->classes && !task->classes) || (!loss->softmax && kind_of(experiment.network).has_tokens())))
        train.loss = Training().loss;
    if (has_adapters(train) && !adapted_problem(train.adapted, plan_of(experiment.network)).empty())
        train.adapted = Training().adapted;
}

}   // namespace stepzero
