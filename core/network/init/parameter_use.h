// SPDX-License-Identifier: GPL-3.0-or-later
// Classifies the use of a parameter in a network: lookup table, linear map or neither. Theory and rules treat them
// differently.
#pragma once

#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// Returns whether rows are looked up, not summed over: tables of tokens or positions, and the class token.
bool is_looked_up(const ParameterPlan& plan);
/// Returns whether a matrix is W in y = W x: neither a table, nor separate numbers per channel (a depthwise kernel,
/// rates of a scan).
bool is_map(const ParameterPlan& plan);

}   // namespace stepzero
