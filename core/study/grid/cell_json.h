// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the result of a cell as a JSON tree. Internal to core/study/grid.
#pragma once

#include <string>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"
#include "core/study/grid/cell_result.h"

namespace stepzero {

/// Numbers that are not finite are written as "inf", "-inf", "nan".
Json json_of(const CellResult& cell);

/// Reads a tree at `path` of a file. Values that follow from the layers are recomputed. Errors are added to `problems`.
CellResult read_cell(const Json& json, const std::string& path, const Grid& grid, Problems& problems);

}   // namespace stepzero
