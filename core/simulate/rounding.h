// SPDX-License-Identifier: GPL-3.0-or-later
// What a network is in a precision of fewer bits (measure.precision), beside what it is in float32.
#pragma once

#include "core/modules/record.h"
#include "core/network/init/parameter.h"
#include "core/network/plan.h"

namespace stepzero {

/// Adds to what was seen how signal and gradient deviate at each site where everything is rounded: the same network and
/// some of the same samples go through it twice. Quantities rounded_rms and following, and a remark where the format
/// overflows. Nothing where the experiment does not ask. Throws Stopped.
void tell_rounding(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica,
    const ParameterSource& parameters, Seen& seen, const Context& context);

}   // namespace stepzero
