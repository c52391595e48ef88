// SPDX-License-Identifier: GPL-3.0-or-later
// Exports the content of a board to files and to the clipboard.
#pragma once

#include <QString>
#include <QVector>

class QMainWindow;

namespace stepzero {

class Board;
class FigureDock;
class Settings;
struct PicturePart;

/// Opens a dialog and writes one figure, or the board when `dock` is null. `name` is the proposal, without an
/// extension. Empty figures are left out unless the user includes them. Does nothing while there is no study.
void exportPicture(
    QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, const QString& name);
void copyPicture(QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, double scale);

/// Returns a board without one of its figures, whose room the adjacent ones get.
QVector<PicturePart> without(QVector<PicturePart> parts, qsizetype gone);

}   // namespace stepzero
