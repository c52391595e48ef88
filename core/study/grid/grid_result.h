// SPDX-License-Identifier: GPL-3.0-or-later
// What a study's cells gave, as text: "stepzero-study-result" version 1 (JSON), and one row a cell (CSV). Cells are
// independent, so they may be run in shares anywhere; shares that are joined (grid_parts.h) give the same bytes as one
// run.
#pragma once

#include <string>
#include <vector>

#include "core/study/grid/cell_list.h"

namespace stepzero {

struct GridResult {
    Grid grid;
    CellList cells;   ///< by index; all of the grid's, or some of them
    bool complete() const { return cells.size() == cell_count(grid); }
};

inline constexpr const char* grid_result_format = "stepzero-study-result";

/// A result is its head, its cells by index, and its foot, so that no more than a cell need be held.
std::string grid_result_head(const Grid& grid);
std::string grid_result_cell(const CellResult& cell, bool first);
std::string grid_result_foot(const Grid& grid, std::size_t cells);
std::string format_grid_result(const GridResult& result);

/// RFC 4180: a header line, then a line a cell, each ending in CR LF. Columns: index, one a list, titled by its path,
/// stability, last_std, min_layer_std, max_layer_std, gradient_ratio and its log10.
std::string grid_csv_head(const Grid& grid);
std::string grid_csv_row(const CellResult& cell);
std::string format_grid_csv(const GridResult& result);

}   // namespace stepzero
