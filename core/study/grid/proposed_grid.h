// SPDX-License-Identifier: GPL-3.0-or-later
// Studies that are made from an experiment.
#pragma once

#include <variant>
#include <vector>

#include "core/base/words/problem.h"
#include "core/study/grid/grid.h"

namespace stepzero {

/// A study of one experiment, its values as they are written in a file; the title is left out, so that cells have
/// their labels for one.
Grid grid_of(const Experiment& base, std::vector<GridAxis> axes);

/// A first study of an experiment: schemes under activations, or what varies in a network made of blocks. Of one
/// that is not valid, over its kind's default: every cell is an experiment.
Grid proposed_grid(const Experiment& base);

/// The study with labels completed where a list has none, and every cell looked at, or what is wrong with it.
std::variant<Grid, std::vector<Problem>> checked(const Grid& grid);

}   // namespace stepzero
