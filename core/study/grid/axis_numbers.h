// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets the list of a study as numbers, so that it can be the axis of a figure. Lists of schemes that differ in a
// single number also qualify.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/study/grid/grid.h"

namespace stepzero {

struct AxisNumbers {
    std::string path;   ///< path of the number: the list's, or of the member in which objects differ
    std::vector<double> values;   ///< one per value of the list, in order
};

/// Absent unless all values are numbers, or objects that differ in a single member, which is a number.
std::optional<AxisNumbers> axis_numbers(const GridAxis& axis);

/// Returns the list that a sweep is about: the longest of those with numbers, else the longest of all; the first one in
/// case of ties.
std::size_t sweep_axis(const Grid& grid);

}   // namespace stepzero
