// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid_study.h"

namespace stepzero {

GridStudyPtr grid_study(GridResult result, std::uint64_t generation, std::optional<std::size_t> chosen_cell)
{
    auto study = std::make_shared<GridStudy>();
    study->generation = generation;
    study->stage = result.complete() ? Stage::full : Stage::preview;
    study->cell = chosen_cell;
    study->result = std::make_shared<const GridResult>(std::move(result));
    return study;
}

GridStudyPtr with_cell(const GridStudy& study, std::optional<std::size_t> chosen_cell)
{
    auto other = std::make_shared<GridStudy>(study);
    other->cell = chosen_cell;
    return other;
}

}   // namespace stepzero
