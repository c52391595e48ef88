// SPDX-License-Identifier: GPL-3.0-or-later
// Splits signals by rows, joins them again, and multiplies them entry by entry. Cells with gates and states are built
// from these operations.
#pragma once

#include <vector>

#include "core/modules/signal.h"

namespace stepzero {

/// Returns the rows first … first + count − 1. Throws Stopped.
Signal rows(const Signal& all, Eigen::Index first, Eigen::Index count, const PassContext& context);
/// Stacks the parts vertically, in the largest of their units. Precondition: at least one part, all with the same
/// number of columns. Throws Stopped.
Signal stacked(const std::vector<Signal>& parts, const PassContext& context);
/// Returns a ∘ b of two signals of the same shape. Throws Stopped.
Signal times(Signal a, const Signal& b, const PassContext& context);

}   // namespace stepzero
