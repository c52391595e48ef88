// SPDX-License-Identifier: GPL-3.0-or-later
// Adds numbers of pinned experiments to tables, in the same way for all figures.
#pragma once

#include <functional>

#include "widgets/figures/frame/figure.h"

namespace stepzero {

/// Returns a figure's table of its study, which may be null, with the numbers of its pins in further columns titled
/// "<name>: <column>". `tableOf` returns the table of one study, and for null its header. A pin without rows adds
/// nothing. Rows whose first `keys` entries are equal are merged, and rows that only a pin has are appended. Without
/// keys, the n-th row belongs to the n-th row.
FigureTable withPins(
    const Study* study, const QVector<Pin>& pins, int keys, const std::function<FigureTable(const Study*)>& tableOf);

/// Returns whether figures draw two networks over each other: both are dense, or both are made of blocks.
bool isComparable(const Study& a, const Study& b);

}   // namespace stepzero
