// SPDX-License-Identifier: GPL-3.0-or-later
// A study's list as numbers, so that it can be an axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/study/grid/grid.h"

namespace stepzero {

struct AxisNumbers {
    std::string path;   ///< of the number: the list's, or "network.weight.variance" of objects that differ in it alone
    std::vector<double> values;   ///< one a value of the list, in its order
};

/// Absent unless all values are numbers, or objects that differ in a single member, which is a number.
std::optional<AxisNumbers> axis_numbers(const GridAxis& axis);

/// The list that a study is about if it is a sweep: of those with numbers the longest, else of all; the first of
/// several such.
std::size_t sweep_axis(const Grid& grid);

}   // namespace stepzero
