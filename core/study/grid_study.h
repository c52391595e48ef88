// SPDX-License-Identifier: GPL-3.0-or-later
// From the cells of a study of many experiments to what figures show.
#pragma once

#include "core/grid/grid_result.h"
#include "core/study/study.h"

namespace stepzero {

/// Stage: full when all cells are there. Pure.
StudyPtr grid_study(GridResult result, std::uint64_t generation = 0, std::optional<std::size_t> chosen_cell = {});

/// The same with another chosen cell. Precondition: a study of many experiments.
StudyPtr with_cell(const Study& study, std::optional<std::size_t> chosen_cell);

}   // namespace stepzero
