// SPDX-License-Identifier: GPL-3.0-or-later
// A cell before it is known to be an experiment. Internal to core/grid.
#pragma once

#include <variant>

#include "core/base/words/problem.h"
#include "core/base/words/text.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// A value that cannot be put in.
struct Misfit {
    std::size_t axis;
    Text message;
};

/// The base with one value of each axis put in, as parse_experiment() sees it.
std::variant<Experiment, std::vector<Problem>, Misfit> cell_at(
    const Grid& grid, const std::vector<std::size_t>& position);

/// Adds what is wrong with any cell, at the value that it comes from; of more than most_held_cells, with those that
/// differ from the first in one value. `path` is the study's in its file.
void check_cells(const Grid& grid, const std::string& path, std::vector<Problem>& problems);

}   // namespace stepzero
