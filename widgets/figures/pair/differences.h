// SPDX-License-Identifier: GPL-3.0-or-later
// A table of two experiments: their verdicts, and the settings that differ.
#pragma once

#include "widgets/figures/figures.h"

namespace stepzero {

FigureKind figure_differences();

}   // namespace stepzero
