// SPDX-License-Identifier: GPL-3.0-or-later
// A study of many experiments as one value: an experiment with lists in place of values. Every combination of one
// value from each list is a cell, an experiment of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// One list.
struct GridAxis {
    std::string path;   ///< in the experiment file: "network.weight", "network.roles.mlp_out", "seed"
    std::vector<Json> values;   ///< that stand there, any JSON
    std::vector<std::string> labels;   ///< for people, one a value, all different
};

struct Grid {
    std::string title;
    Json base;   ///< an experiment file's object without format and version
    std::vector<GridAxis> axes;   ///< at least one; an inner path stands behind the one that it lies in
};

inline constexpr std::size_t most_cells = 1000000;   // of a study, whose cells are run and joined one after the other
inline constexpr std::size_t most_held_cells = 10000;   // of one that is held, to be drawn

/// Cells count from 0, row by row: the last axis changes fastest.
std::size_t cell_count(const Grid& grid);

/// Which value of each axis.
std::vector<std::size_t> cell_position(const Grid& grid, std::size_t cell);
std::vector<std::string> cell_labels(const Grid& grid, std::size_t cell);
/// "cell 3 (He, tanh)"
Text cell_name(const Grid& grid, std::size_t cell);

/// The base with the cell's values put in; its title, if it has none, is the labels. Precondition: the grid comes from
/// parse_grid(). A relative input file is left as it is. Throws BadInput where a cell that was not looked at there is
/// no experiment.
Experiment cell_experiment(const Grid& grid, std::size_t cell);

}   // namespace stepzero
