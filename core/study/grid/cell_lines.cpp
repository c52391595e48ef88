// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/cell_lines.h"

namespace stepzero {

std::vector<CellLine> cells_along(const Grid& grid, std::size_t axis)
{
    std::size_t step = 1;   // distance between cells with consecutive values of the list
    for (std::size_t a = axis + 1; a < grid.axes.size(); ++a)
        step *= grid.axes[a].values.size();
    const std::size_t values = grid.axes.at(axis).values.size(), count = cell_count(grid);
    std::vector<CellLine> lines;
    for (std::size_t first = 0; first < count; ++first) {
        if (first / step % values != 0)
            continue;
        CellLine line {cell_position(grid, first), {}};
        for (std::size_t i = 0; i < values; ++i)
            line.cells.push_back(first + i * step);
        lines.push_back(std::move(line));
    }
    return lines;
}

}   // namespace stepzero
