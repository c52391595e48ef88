// SPDX-License-Identifier: GPL-3.0-or-later
// Lists everything in a window that its Find bar can find.
#pragma once

#include "app/find_list.h"

class QMenuBar;

namespace stepzero {

class Board;
class ChildWindows;
class ExperimentPanel;
class Workspace;

/// Returns the enabled actions of the menus and their submenus, which include presets and lessons. Actions of `board`'s
/// figures are left out.
QVector<Findable> findableActions(const QMenuBar& menus, const Board& board);
/// Returns the figures that apply to the shown subject. Choosing one shows and enlarges it.
QVector<Findable> findableFigures(Board& board);
/// Returns the figures of captures. Choosing one enlarges it in the window of captures, which opens an example if it
/// shows none.
QVector<Findable> findableCaptureFigures(ChildWindows& windows);
/// Returns the settings that apply to the experiment. Choosing one opens its fold, and puts the focus into its editor.
QVector<Findable> findableSettings(ExperimentPanel& panel);
/// Returns the findings of the study on the board. Choosing one selects its first layer and enlarges a figure that
/// shows it.
QVector<Findable> findableFindings(Workspace& workspace, Board& board);

}   // namespace stepzero
