// SPDX-License-Identifier: GPL-3.0-or-later
// What a study's cells gave, as text: "stepzero-study-result" version 1 (JSON), and one row a cell (CSV). Cells are
// independent, so they may be run in shares anywhere; shares that are joined give the same bytes as one run.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/grid/cell_result.h"
#include "core/words/problem.h"

namespace stepzero {

struct GridResult {
    Grid grid;
    std::vector<CellResult> cells;   ///< by index; all of the grid's, or some of them
    bool complete() const { return cells.size() == cell_count(grid); }
};

/// Numbers that are not finite are the words "inf", "-inf", "nan".
std::string format_grid_result(const GridResult& result);

/// The result or at least one problem. When the study in it is written as `known`, which may be null, it is taken to be
/// that without another look.
std::variant<GridResult, std::vector<Problem>> parse_grid_result(std::string_view text, const Grid* known = nullptr);

/// RFC 4180: a header line, then a line a cell, each ending in CR LF. Columns: index, one a list, titled by its path,
/// stability, last_std, min_layer_std, max_layer_std, gradient_ratio and its log10.
std::string format_grid_csv(const GridResult& result);

/// A share, and what to call it.
struct GridPart {
    std::string name;
    GridResult result;
};

/// Shares that do not go together. what() is a sentence.
struct MergeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The cells of all parts together, whatever the order. Throws MergeError on parts of different studies, on a cell that
/// is there twice, and, unless `partial`, on missing ones. Precondition: there is a part.
GridResult merged(std::vector<GridPart> parts, bool partial);

}   // namespace stepzero
