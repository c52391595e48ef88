// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/parameter_plan.h"

namespace stepzero {

Draw draw_of(const ParameterPlan& plan)
{
    Draw draw = draw_of(plan.initializer, plan.shape, plan.kind);
    draw.scale *= plan.factor;
    draw.shift *= plan.factor;
    return draw;
}

}   // namespace stepzero
