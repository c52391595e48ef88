// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/chosen_matrix.h"

namespace stepzero {

void choose_matrix(Study& study, const std::string& role)
{
    const NetworkPlan& plan = *study.plan;
    const int block = study.layer;
    const ParameterPlan *first = nullptr, *found = nullptr;
    for (const auto* parameters : {&plan.before, &plan.block(block).parameters, &plan.after})
        for (const ParameterPlan& parameter : *parameters) {
            if (parameter.kind != Role::weight)
                continue;
            const bool named = parameter.expert > 0 && role == parameter.role + "." + std::to_string(parameter.expert);
            if (!found && (parameter.role == role || named)) {
                found = &parameter;
                study.one_expert = named;
            }
            if (parameter.block == block && !first)
                first = &parameter;
        }
    // A block without matrices uses shared ones, which stand before the blocks. Take the one that represents the
    // weights.
    for (const ParameterPlan& parameter : plan.before)
        if (!first && parameter.role == plan.reading.weight)
            first = &parameter;
    study.matrix = found ? *found : *first;
}

}   // namespace stepzero
