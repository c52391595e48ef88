// SPDX-License-Identifier: GPL-3.0-or-later
// Makes studies from an experiment, either with given lists or with suitable ones as a start.
#pragma once

#include <variant>
#include <vector>

#include "core/base/words/problem.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// Returns a study of one experiment, with values as in a file. The title is omitted, so that the labels of a cell
/// become its title.
Grid grid_of(const Experiment& base, std::vector<GridAxis> axes);

/// Returns a first study of an experiment: schemes and activations, or suitable variables of a network made of blocks.
/// For an invalid experiment, it uses the default of its kind, so that every cell is valid.
Grid proposed_grid(const Experiment& base);

/// Returns the study with missing labels added and all cells checked, or its problems.
std::variant<Grid, std::vector<Problem>> checked(const Grid& grid);

}   // namespace stepzero
