// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the cells of a study as "stepzero-study-result" version 1 (JSON), and as CSV with one row per cell. Cells are
// independent, so parts can be run anywhere; merged parts (grid_parts.h) are byte-identical to a single run.
#pragma once

#include <string>
#include <vector>

#include "core/study/grid/cell_list.h"

namespace stepzero {

struct GridResult {
    Grid grid;
    CellList cells;   ///< sorted by index; all of the grid's, or some of them
    bool complete() const { return cells.size() == cell_count(grid); }
};

inline constexpr const char* grid_result_format = "stepzero-study-result";

/// A result consists of its head, its cells sorted by index, and its foot, so that only one cell is in memory.
std::string grid_result_head(const Grid& grid);
std::string grid_result_cell(const CellResult& cell, bool first);
std::string grid_result_foot(const Grid& grid, std::size_t cells);
std::string format_grid_result(const GridResult& result);

/// Writes CSV (RFC 4180): a header line, then one line per cell, each ending in CR LF. Columns: index, one per list,
/// titled by its path, stability, last_std, min_layer_std, max_layer_std, gradient_ratio and its log10.
std::string grid_csv_head(const Grid& grid);
std::string grid_csv_row(const CellResult& cell);
std::string format_grid_csv(const GridResult& result);

}   // namespace stepzero
