// SPDX-License-Identifier: GPL-3.0-or-later
// A study of many experiments as one value: an experiment with lists of values. Each combination of one value from each
// list is a cell, which is a separate experiment.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// The name that stands for the values of a list in an expression.
inline constexpr const char* expression_constant = "c";

/// One list of a study.
struct GridAxis {
    std::string path;   ///< in the experiment file: "network.weight", "network.roles.mlp_out", "seed"
    std::vector<Json> values;   ///< any JSON
    std::vector<std::string> labels;   ///< display labels, one per value, unique
    /// An expression of an initializer, "c/sqrt(fan_in)", in which c stands for the values, which are numbers. Empty:
    /// the values themselves are set.
    std::string expression {};
};

/// Returns what a value sets in the experiment: the value, or the expression with the value in place of c.
Json set_value(const GridAxis& axis, std::size_t value);

struct Grid {
    std::string title;
    Json base;   ///< an experiment file's object without format and version
    std::vector<GridAxis> axes;   ///< at least one; an inner path follows the one that contains it
};

inline constexpr std::size_t most_cells = 1000000;   // in a study, whose cells are computed and merged sequentially
inline constexpr std::size_t most_held_cells = 10000;   // in a study that is kept in memory for figures

/// Cells are counted from 0 in row-major order: the last axis varies fastest.
std::size_t cell_count(const Grid& grid);

/// Returns the index of the value in each axis.
std::vector<std::size_t> cell_position(const Grid& grid, std::size_t cell);
std::vector<std::string> cell_labels(const Grid& grid, std::size_t cell);
/// Returns "cell 3 (He, tanh)".
Text cell_name(const Grid& grid, std::size_t cell);

/// Returns the base with the cell's values; if it has no title, its labels become the title. A relative input file is
/// unchanged. Precondition: the grid was returned by parse_grid(). Throws BadInput when a cell that was not checked
/// there is not a valid experiment.
Experiment cell_experiment(const Grid& grid, std::size_t cell);

}   // namespace stepzero
