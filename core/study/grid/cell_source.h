// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the cells of a study before they are known to be valid experiments. Internal to core/study/grid.
#pragma once

#include <variant>

#include "core/base/words/problem.h"
#include "core/base/words/text.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// A value that cannot be inserted into the experiment.
struct Misfit {
    std::size_t axis;
    Text message;
};

/// Returns the base with one value of each axis inserted, as parse_experiment() reads it.
std::variant<Experiment, std::vector<Problem>, Misfit> cell_at(
    const Grid& grid, const std::vector<std::size_t>& position);

/// Adds the problems of all cells, at the values that cause them. With more than most_held_cells, checks only cells
/// that differ from the first in one value. `path`: position of the study in its file.
void check_cells(const Grid& grid, const std::string& path, std::vector<Problem>& problems);

}   // namespace stepzero
