// SPDX-License-Identifier: GPL-3.0-or-later
// Groups the cells of a study along one of its lists, for curves over that list.
#pragma once

#include <cstddef>
#include <vector>

#include "core/study/grid/grid.h"

namespace stepzero {

/// Cells that differ in one list only.
struct CellLine {
    std::vector<std::size_t> others;   ///< index of the value in each list; 0 for the list along which cells differ
    std::vector<std::size_t> cells;   ///< one per value of that list, in order
};

/// Returns one line per combination of the other lists' values, in the order of their first cells.
std::vector<CellLine> cells_along(const Grid& grid, std::size_t axis);

}   // namespace stepzero
