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
    for_initializers(network, [](Initializer& initializer) { initializer = completed(initializer); });
    if (const NetworkKind* kind = find_kind(network.kind))
        network.options = completed(kind->options, network.options);
    for (LayerOverride& override : network.overrides)
        if (override.activation)
            override.activation = completed(*override.activation);
    return experiment;
}

}   // namespace stepzero
