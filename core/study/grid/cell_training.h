// SPDX-License-Identifier: GPL-3.0-or-later
// Trains a cell of a study. Internal to core/study/grid.
#pragma once

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// `plan` belongs to the cell. Precondition: the cell is trained. Throws BadInput, Stopped.
CellTraining train_cell(
    const Grid& grid, const Experiment& cell, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
