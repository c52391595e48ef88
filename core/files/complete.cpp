// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/complete.h"

#include "core/activation/activation.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"
#include "core/train/adapter.h"
#include "core/train/optimizer.h"
#include "core/train/task.h"

namespace stepzero {

Experiment with_completed_parameters(Experiment experiment)
{
    Network& network = experiment.network;
    network.activation = completed(network.activation);
    for_initializers(network, [](Initializer& initializer) { initializer = completed(initializer); });
    if (const NetworkKind* kind = find_kind(network.kind)) {
        const Parameters all = completed(kind->options, network.options);
        network.options = all;
        for (const ParameterInfo& info : kind->options)
            if (!is_told(info, all))
                network.options.erase(info.name);
    }
    for (LayerOverride& override : network.overrides)
        if (override.activation)
            override.activation = completed(*override.activation);
    if (experiment.train) {
        Training& train = *experiment.train;
        if (const TaskInfo* task = find_task(train.task.name))
            train.task.parameters = completed(task->parameters, train.task.parameters);
        if (const OptimizerInfo* optimizer = find_optimizer(train.optimizer.name))
            train.optimizer.parameters = completed(optimizer->parameters, train.optimizer.parameters);
        if (const AdapterInfo* adapter = find_adapter(train.adapters.name))
            train.adapters.parameters = completed(adapter->parameters, train.adapters.parameters);
    }
    return experiment;
}

}   // namespace stepzero
