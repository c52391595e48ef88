// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a network at a reduced precision (measure.precision) with the same network in float32. The result shows at
// which sites rounding, underflow or overflow distorts signal and gradient.
#pragma once

#include "core/modules/record.h"
#include "core/network/init/parameter.h"
#include "core/network/plan.h"

namespace stepzero {

/// Adds the quantities rounded_rms and following: how signal and gradient deviate at each site when every operation is
/// rounded. Some of the samples pass twice through the same network. Adds a remark where the format overflows. Does
/// nothing when the experiment asks for no precision. Throws Stopped.
void tell_rounding(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica,
    const ParameterSource& parameters, Seen& seen, const Context& context);

}   // namespace stepzero
