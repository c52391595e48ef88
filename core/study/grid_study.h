// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that figures, report and export show of many experiments: the cells of a grid, as far as they are there.
#pragma once

#include <optional>

#include "core/study/exhibit.h"
#include "core/study/grid/grid_result.h"

namespace stepzero {

struct GridStudy : Exhibit {
    std::shared_ptr<const GridResult> result;   ///< never null
    std::optional<std::size_t> cell;   ///< the chosen one, by its index
};

/// Stage: full when all cells are there. Pure.
GridStudyPtr grid_study(GridResult result, std::uint64_t generation = 0, std::optional<std::size_t> chosen_cell = {});

/// The same with another chosen cell.
GridStudyPtr with_cell(const GridStudy& study, std::optional<std::size_t> chosen_cell);

}   // namespace stepzero
