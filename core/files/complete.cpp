// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/complete.h"

#include "core/base/words/registry.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"

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
    for (const Field& field : fields_of(network))
        if (const auto* place = std::get_if<Place<Selection>>(&field.place); place && applies(field, experiment)) {
            Selection& choice = (*place)(experiment);
            if (const FieldChoice* found = find_member(field.choices, choice.name))
                choice.parameters = completed(*found->parameters, choice.parameters);
        }
    return experiment;
}

}   // namespace stepzero
