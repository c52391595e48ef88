// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a study along one of its lists.
#pragma once

#include <cstddef>
#include <vector>

#include "core/study/grid/grid.h"

namespace stepzero {

/// Cells that differ in one list only.
struct CellLine {
    std::vector<std::size_t> others;   ///< which value of each list; 0 for that along which it goes
    std::vector<std::size_t> cells;   ///< one a value of that list, in its order
};

/// One line for every combination of the other lists' values, in the order of their first cells.
std::vector<CellLine> cells_along(const Grid& grid, std::size_t axis);

}   // namespace stepzero
