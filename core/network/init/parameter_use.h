// SPDX-License-Identifier: GPL-3.0-or-later
// What a network does with a parameter.
#pragma once

#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// A table of tokens or positions, or the class token: rows are looked up, not summed over.
bool is_looked_up(const ParameterPlan& plan);
/// A matrix W of y = W x: no table, and no numbers of channels each by itself (a depthwise kernel, rates of a scan).
bool is_map(const ParameterPlan& plan);

}   // namespace stepzero
