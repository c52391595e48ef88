// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/parameter_use.h"

namespace stepzero {

bool is_looked_up(const ParameterPlan& plan)
{
    return plan.role == "embedding" || plan.role == "position" || plan.role == "class_token";
}

bool is_map(const ParameterPlan& plan)
{
    return plan.kind == Role::weight && !is_looked_up(plan) && plan.window.groups == 1 && plan.role != "conv1d"
        && plan.role != "A_log";
}

}   // namespace stepzero
