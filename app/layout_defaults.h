// SPDX-License-Identifier: GPL-3.0-or-later
// The layout that a subject's board has when nobody has arranged it.
#pragma once

#include <QSize>

#include "app/layout.h"

namespace stepzero {

/// How much a board has room for: six figures in two columns; one that matters most, two beside it and the others in a
/// tray of tabs; or that one and the tray.
enum class BoardRoom { grid, hero, narrow };

BoardRoom roomOf(const QSize& board);

/// Every figure that applies to the subject (subjectOf()), after the places of its kind; those that have none are
/// hidden.
BoardLayout defaultLayout(const QString& subject, BoardRoom room);

/// The default of another room, with the same tabs in front, where `layout` is a default itself; else as it is.
BoardLayout followingRoom(const BoardLayout& layout, const QString& subject, BoardRoom room);

}   // namespace stepzero
