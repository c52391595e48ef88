// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell gave as a JSON tree. Internal to core/grid.
#pragma once

#include <string>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"
#include "core/study/grid/cell_result.h"

namespace stepzero {

/// Numbers that are not finite are the words "inf", "-inf", "nan".
Json json_of(const CellResult& cell);

/// The same of a tree that stands at `path` in a file; what follows from the layers is worked out again. What is wrong
/// is added to `problems`.
CellResult read_cell(const Json& json, const std::string& path, const Grid& grid, Problems& problems);

}   // namespace stepzero
