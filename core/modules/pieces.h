// SPDX-License-Identifier: GPL-3.0-or-later
// Signals taken apart by rows and put together again, and products entry by entry: what cells with gates and states are
// made of.
#pragma once

#include <vector>

#include "core/modules/signal.h"

namespace stepzero {

/// Rows first to first + count − 1. Throws Stopped.
Signal rows(const Signal& all, Eigen::Index first, Eigen::Index count, const PassContext& context);
/// All of them below each other, in the largest of their units. Precondition: one or more, of as many columns. Throws
/// Stopped.
Signal stacked(const std::vector<Signal>& parts, const PassContext& context);
/// a ∘ b, of one shape. Throws Stopped.
Signal times(Signal a, const Signal& b, const PassContext& context);

}   // namespace stepzero
