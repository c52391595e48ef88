// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of many experiments as JSON text ("stepzero-study", version 1):
//
//   {"format": "stepzero-study", "version": 1, "title": "…",
//    "experiment": {an experiment file without format and version},
//    "vary": [{"path": "network.activation", "values": ["relu", "tanh"], "labels": ["ReLU", "tanh"]}, …]}
//
// Reading is as strict as for an experiment file, and every cell must be a valid experiment. With more cells than fit
// in memory, only those that differ from the first in one value are checked. The others are checked when they run
// (run_cells.h). Problems of a value name its list and index: `a.stepzero-study.json: vary[1].values[2]: must be 1 to
// 10000, got -3`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/words/problem.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// Returns the study, or at least one problem; more than `most` cells are a problem. Labels are complete, and so are
/// values of the experiment that the lists do not change.
std::variant<Grid, std::vector<Problem>> parse_grid(std::string_view text, std::size_t most = most_held_cells);

/// Reads a tree that is part of another file, at `path`. Errors are added to `problems`.
Grid read_grid(const Json& root, const std::string& path, std::size_t most, Problems& problems);

/// Returns text that ends in a newline. parse(format(g)) formats to the same text, and has the same cells.
std::string format_grid(const Grid& grid);
Json json_of(const GridAxis& axis);
Json json_of(const Grid& grid);

/// Returns the displayed title: the study's own, unless it is that of a preset which varies something else or another
/// network. May be empty.
Text title_of(const Grid& grid);

/// Returns whether a text is intended as a study, even if it is invalid.
bool is_grid(std::string_view text);

/// Returns a short label: the word, the number, "normal, std 0.02", "512-256-10".
std::string default_label(const Json& value);

}   // namespace stepzero
