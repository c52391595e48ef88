// SPDX-License-Identifier: GPL-3.0-or-later
// Studies of many experiments as JSON text ("stepzero-study", version 1):
//
//   {"format": "stepzero-study", "version": 1, "title": "…",
//    "experiment": {an experiment file without format and version},
//    "vary": [{"path": "network.activation", "values": ["relu", "tanh"], "labels": ["ReLU", "tanh"]}, …]}
//
// As strict as an experiment file, and every cell must be a valid experiment: of more cells than can be held those are
// looked at that differ from the first in one value, and the others when they are run (run_cells.h). What is wrong with
// a value is told with its list and index: `a.stepzero-study.json: vary[1].values[2]: must be 1 to 10000, got -3`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/words/problem.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// The study, or at least one problem; more than `most` cells are one. Labels are completed, and so is what the lists
/// leave alone in the experiment.
std::variant<Grid, std::vector<Problem>> parse_grid(std::string_view text, std::size_t most = most_held_cells);

/// The same of a tree that is part of another file, at `path` in it. What is wrong is added to `problems`.
Grid read_grid(const Json& root, const std::string& path, std::size_t most, Problems& problems);

/// Ends in a newline. parse(format(g)) formats to the same text, and has the same cells.
std::string format_grid(const Grid& grid);
Json json_of(const GridAxis& axis);
Json json_of(const Grid& grid);

/// The title that people read: the study's own, unless it is that of a preset study which varies something else or
/// another network. May be empty.
Text title_of(const Grid& grid);

/// Whether a text is meant as a study, however wrong it may be.
bool is_grid(std::string_view text);

/// Something short: the word, the number, "normal, std 0.02", "512-256-10".
std::string default_label(const Json& value);

}   // namespace stepzero
