// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_pictures.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QMainWindow>
#include <QStatusBar>

#include "app/board.h"
#include "app/export_dialog.h"
#include "app/problem_box.h"
#include "app/settings.h"

namespace stepzero {

namespace {

QVector<PicturePart> partsOf(const Board& board, const FigureDock* dock)
{
    return dock ? QVector<PicturePart> {Board::partOf(dock)} : board.parts();
}

}   // namespace

void exportPicture(
    QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, const QString& name)
{
    const ExhibitPtr exhibit = board.exhibit();
    if (!exhibit)
        return;
    const QVector<PicturePart> parts = partsOf(board, dock);
    ExportDialog dialog(settings, dock ? dock->kind().title : Board::tr("board"),
        name + (dock ? "-" + dock->kind().id : QString()) + ".png", window);
    while (dialog.exec() == QDialog::Accepted) {   // again after an error, as it was filled in
        QString error;
        QApplication::setOverrideCursor(Qt::WaitCursor);
        const bool good = writePicture(dialog.path(), exhibit, parts, dialog.options(), &error);
        QApplication::restoreOverrideCursor();
        if (good)
            return window->statusBar()->showMessage(
                Board::tr("Wrote %1").arg(QDir::toNativeSeparators(dialog.path())), 5000);
        showProblems(window, Board::tr("The picture was not written"), {error});
    }
}

void copyPicture(QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, double scale)
{
    const ExhibitPtr exhibit = board.exhibit();
    if (!exhibit)
        return;
    PictureOptions options;
    constexpr int sharpness = 2;   // pixels a logical pixel: a slide shows it larger than the screen does
    options.pixels = (dock ? dock->figure()->size() : board.size()) * sharpness;
    options.dpi = 96 * sharpness;
    options.theme = settings.value("export/theme").toString();
    options.scale = scale;
    QApplication::clipboard()->setImage(renderPicture(exhibit, partsOf(board, dock), options));
    window->statusBar()->showMessage(
        Board::tr("Copied %1").arg(dock ? dock->kind().title : Board::tr("the board")), 3000);
}

}   // namespace stepzero
