// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/comparisons/comparison.h"

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
    std::erase_if(v.experiment.network.roles, [](const auto& role) { return role.first != "norm_scale"; });
    return v;
}

}   // namespace stepzero
