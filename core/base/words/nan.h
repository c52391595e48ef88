// SPDX-License-Identifier: GPL-3.0-or-later
// Short names for the special values of double that the program uses for missing and unbounded numbers.
#pragma once

#include <limits>

namespace stepzero {

/// Marks a missing number: a gap in a line, an empty cell.
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}   // namespace stepzero
