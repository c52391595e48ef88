// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the drawing of a network as a table: a row for each part, branch and place.
#pragma once

#include "core/study/study.h"
#include "widgets/figures/frame/figure.h"

namespace stepzero {

FigureTable networkTable();   ///< without a study: the headings
FigureTable networkTable(const Study& study);

}   // namespace stepzero
