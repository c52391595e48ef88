// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace stepzero {

/// What is not there: a gap in a line, an empty cell.
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}   // namespace stepzero
