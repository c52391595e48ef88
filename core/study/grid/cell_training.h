// SPDX-License-Identifier: GPL-3.0-or-later
// What the training of a cell comes to. Internal to core/grid.
#pragma once

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// Of a cell of the grid, whose plan this is. Precondition: it is to be trained. Throws BadInput, Stopped.
CellTraining train_cell(
    const Grid& grid, const Experiment& cell, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
