// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a subject's board that nobody has arranged.
#pragma once

#include <QSize>

#include "app/layout.h"

namespace stepzero {

/// The room of a board. It suffices for six figures in two columns; for one main figure, two next to it and the others
/// in a row of tabs; or for the main figure and the row of tabs.
enum class BoardRoom { grid, hero, narrow };

BoardRoom roomOf(const QSize& board);

/// Returns every figure that applies to the subject (subjectOf()), at the places of its kind. Figures without a place
/// are hidden.
BoardLayout defaultLayout(const QString& subject, BoardRoom room);

/// Returns the default layout for another room, with the same front tabs, if `layout` is a default; otherwise `layout`.
BoardLayout followingRoom(const BoardLayout& layout, const QString& subject, BoardRoom room);

}   // namespace stepzero
