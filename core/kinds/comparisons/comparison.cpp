// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/comparisons/comparison.h"

#include <algorithm>

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
    const std::vector<RoleInfo> kept = specified_norm_scales(experiment.network);
    std::erase_if(v.experiment.network.roles,
        [&](const auto& role) { return std::ranges::find(kept, role.first, &RoleInfo::name) == kept.end(); });
    return v;
}

}   // namespace stepzero
