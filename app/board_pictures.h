// SPDX-License-Identifier: GPL-3.0-or-later
// What a board shows, as files and on the clipboard.
#pragma once

#include <QString>
#include <QVector>

class QMainWindow;

namespace stepzero {

class Board;
class FigureDock;
class Settings;
struct PicturePart;

/// Asks how, and writes one figure, or the board where `dock` is null. `name`: proposed, without an ending. Figures
/// that have nothing to show are left out unless they are asked for. Nothing happens while there is no study.
void exportPicture(
    QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, const QString& name);
void copyPicture(QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, double scale);

/// A board without one of its figures, whose room those beside it get.
QVector<PicturePart> without(QVector<PicturePart> parts, qsizetype gone);

}   // namespace stepzero
