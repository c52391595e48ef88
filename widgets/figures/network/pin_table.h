// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of pinned experiments in tables, for all figures alike.
#pragma once

#include <functional>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// A figure's table of its study, which may be null, with the numbers of its pins in further columns, titled
/// "<name>: <column>". `tableOf` gives the table of one study, and of null its header; a pin without rows adds nothing.
/// Rows whose first `keys` entries are the same are one row, and rows that only a pin has are appended; without keys
/// the n-th belongs to the n-th.
FigureTable withPins(
    const Study* study, const QVector<Pin>& pins, int keys, const std::function<FigureTable(const Study*)>& tableOf);

/// Whether figures draw them over each other: both dense networks, or both made of blocks.
bool isComparable(const Study& a, const Study& b);

}   // namespace stepzero
