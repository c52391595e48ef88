// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of pinned experiments in words and tables, for all figures alike.
#pragma once

#include <functional>

#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// What the lines of pins say at a place of the x axis: "He 1.02 · naive 3.00×10⁻⁹". Several lines of one pin are told
/// apart by their marks: "He ● 1.02 ○ 0.98". Lines that are not functions of x, and what lies beyond a line, say
/// nothing.
QString pinReadout(const Frame& frame, double x);

/// A figure's table of its study, which may be null, with the numbers of its pins in further columns, titled
/// "<name>: <column>". `tableOf` gives the table of one study, and of null its header; a pin without rows adds nothing.
/// Rows whose first `keys` entries are the same are one row, and rows that only a pin has are appended; without keys
/// the n-th belongs to the n-th.
FigureTable withPins(
    const Study* study, const QVector<Pin>& pins, int keys, const std::function<FigureTable(const Study*)>& tableOf);

/// Whether figures draw them over each other: both dense networks, or both made of blocks.
bool isComparable(const Study& a, const Study& b);

}   // namespace stepzero
