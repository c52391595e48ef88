// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/plan.h"

#include <algorithm>
#include <unordered_set>

namespace stepzero {

const ParameterPlan* BlockPlan::find(std::string_view role, Role kind) const
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const ParameterPlan& plan) { return plan.kind == kind && plan.role == role; });
    return found == parameters.end() ? nullptr : &*found;
}

std::vector<const ParameterPlan*> NetworkPlan::parameters() const
{
    std::vector<const ParameterPlan*> all;
    std::unordered_set<std::string_view> names;   // blocks may share a parameter, and then each of them lists it
    const auto add = [&](const std::vector<ParameterPlan>& some) {
        for (const ParameterPlan& plan : some)
            if (names.insert(plan.name).second)
                all.push_back(&plan);
    };
    add(before);
    for (const BlockPlan& block : blocks)
        add(block.parameters);
    add(after);
    return all;
}

}   // namespace stepzero
