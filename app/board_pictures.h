// SPDX-License-Identifier: GPL-3.0-or-later
// What a board shows, as files and on the clipboard.
#pragma once

#include <QString>

class QMainWindow;

namespace stepzero {

class Board;
class FigureDock;
class Settings;

/// Asks how, and writes one figure, or the board where `dock` is null. `name`: proposed, without an ending. Nothing
/// happens while there is no study.
void exportPicture(
    QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, const QString& name);
void copyPicture(QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, double scale);

}   // namespace stepzero
