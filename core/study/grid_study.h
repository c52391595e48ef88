// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that figures, report and export show of a study of many experiments. It holds the cells of a grid that
// have been computed so far, and the selected cell.
#pragma once

#include <optional>

#include "core/study/exhibit.h"
#include "core/study/grid/grid_result.h"

namespace stepzero {

struct GridStudy : Exhibit {
    std::shared_ptr<const GridResult> result;   ///< never null
    std::optional<std::size_t> cell;   ///< index of the chosen cell
};

/// Makes a study of a result. Its stage is full when all cells have been computed. Pure.
GridStudyPtr grid_study(GridResult result, std::uint64_t generation = 0, std::optional<std::size_t> chosen_cell = {});

/// Returns the same study with another chosen cell.
GridStudyPtr with_cell(const GridStudy& study, std::optional<std::size_t> chosen_cell);

}   // namespace stepzero
