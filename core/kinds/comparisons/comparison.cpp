// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/comparisons/comparison.h"

#include <map>

#include "core/kinds/kinds.h"

namespace stepzero {

Variant variant_with(const Experiment& experiment, Text label, const std::string& option, ParameterValue value)
{
    Variant v {std::move(label), experiment};
    v.experiment.network.options[option] = std::move(value);
    return v;
}

Variant variant_drawn(const Experiment& experiment, Text label, Initializer initializer)
{
    Variant v {std::move(label), experiment};
    v.experiment.network.weight = std::move(initializer);
    std::map<std::string, Initializer, std::less<>> kept;
    for (const RoleInfo& scale : specified_norm_scales(experiment.network))
        kept[scale.name] = experiment.network.roles.at(scale.name);
    v.experiment.network.roles = std::move(kept);
    return v;
}

}   // namespace stepzero
