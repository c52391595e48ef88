// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/complete.h"

#include "core/activation/activation.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"

namespace stepzero {

Experiment with_completed_parameters(Experiment experiment)
{
    Network& network = experiment.network;
    network.activation = completed(network.activation);
    network.weight = completed(network.weight);
    network.bias = completed(network.bias);
    for (auto& [role, initializer] : network.roles)
        initializer = completed(initializer);
    if (const NetworkKind* kind = find_kind(network.kind))
        network.options = completed(kind->options, network.options);
    for (LayerOverride& override : network.overrides) {
        if (override.activation)
            override.activation = completed(*override.activation);
        if (override.weight)
            override.weight = completed(*override.weight);
        if (override.bias)
            override.bias = completed(*override.bias);
    }
    return experiment;
}

}   // namespace stepzero
