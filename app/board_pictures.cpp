// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board_pictures.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QMainWindow>
#include <QStatusBar>
#include <cmath>

#include "app/board.h"
#include "app/export_dialog.h"
#include "app/file_names.h"
#include "app/manual.h"
#include "app/problem_box.h"
#include "app/settings.h"
#include "app/worker.h"
#include "widgets/figures/figures.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

QVector<PicturePart> partsOf(const Board& board, const FigureDock* dock)
{
    return dock ? QVector<PicturePart> {Board::partOf(dock)} : board.parts();
}

/// The extent of a place, from left to right or from top to bottom.
struct Span {
    double from, to;
};
Span spanOf(const QRectF& place, Qt::Orientation along)
{
    return along == Qt::Horizontal ? Span {place.left(), place.right()} : Span {place.top(), place.bottom()};
}

}   // namespace

QVector<PicturePart> without(QVector<PicturePart> parts, qsizetype gone)
{
    constexpr double near = 0.06;   // as a fraction of the board: splitters and rows of tabs lie between figures
    const QRectF hole = parts.takeAt(gone).place;
    for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical})
        for (const bool before : {true, false}) {
            const Span room = spanOf(hole, along);
            const Span side = spanOf(hole, along == Qt::Horizontal ? Qt::Vertical : Qt::Horizontal);
            QVector<PicturePart*> beside;
            double covered = 0;
            for (PicturePart& part : parts) {
                const Span own = spanOf(part.place, along);
                const Span across = spanOf(part.place, along == Qt::Horizontal ? Qt::Vertical : Qt::Horizontal);
                if (std::abs(before ? own.to - room.from : own.from - room.to) < near && across.from > side.from - near
                    && across.to < side.to + near) {
                    beside << &part;
                    covered += across.to - across.from;
                }
            }
            if (covered < side.to - side.from - near)
                continue;
            for (PicturePart* part : beside)
                part->place |= along == Qt::Horizontal
                    ? QRectF(hole.left(), part->place.top(), hole.width(), part->place.height())
                    : QRectF(part->place.left(), hole.top(), part->place.width(), hole.height());
            return parts;
        }
    return parts;
}

void exportPicture(
    QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, const QString& name)
{
    const QString place = QStringLiteral("export.md#pictures");
    const ExhibitPtr exhibit = board.exhibit();
    if (!exhibit)
        return;
    const QVector<PicturePart> all = partsOf(board, dock);
    QVector<qsizetype> empty;
    QStringList why;
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QString nothing = figureOf(all[i], exhibit)->whyEmpty();
        if (nothing.isEmpty())
            continue;
        empty << i;
        why << QStringLiteral("%1: %2").arg(titleOf(*findFigureKind(all[i].kind, *exhibit), *exhibit), nothing);
    }
    ExportDialog dialog(settings, dock ? dock->kind().title : Board::tr("board"),
        name + (dock ? "-" + hyphenated(dock->kind().id) : QString()) + ".png", window);
    setManualPlace(&dialog, place);
    dialog.offerEmpty(why, empty.size() < all.size());
    const auto chosen = [&] {
        QVector<PicturePart> parts = all;
        for (qsizetype i = empty.size() - 1; i >= 0; --i)
            if (!dialog.wantsEmpty(i))
                parts = without(parts, empty[i]);
        return parts;
    };
    dialog.showPreview(exhibit, chosen);
    while (dialog.exec() == QDialog::Accepted) {   // shown again after an error, with the same input
        QString error;
        QApplication::setOverrideCursor(Qt::WaitCursor);
        const std::optional<QString> failure
            = failureOf([&] { writePicture(pathOf(dialog.path()), exhibit, chosen(), dialog.options(), &error); });
        QApplication::restoreOverrideCursor();
        if (!failure && error.isEmpty())
            return window->statusBar()->showMessage(
                Board::tr("Wrote %1").arg(QDir::toNativeSeparators(dialog.path())), 5000);
        showProblems(window, Board::tr("Could not save the image"), {failure.value_or(error)}, place);
    }
}

void copyPicture(QMainWindow* window, Settings& settings, const Board& board, const FigureDock* dock, double scale)
{
    const ExhibitPtr exhibit = board.exhibit();
    if (!exhibit)
        return;
    PictureOptions options;
    constexpr int sharpness = 2;   // image pixels per logical pixel, because slides enlarge the picture
    options.pixels = (dock ? dock->figure()->size() : board.size()) * sharpness;
    options.dpi = 96 * sharpness;
    options.theme = settings.value("export/theme").toString();
    options.scale = scale;
    const auto copy
        = [&] { QApplication::clipboard()->setImage(renderPicture(exhibit, partsOf(board, dock), options)); };
    if (const auto failure = failureOf(copy))
        return window->statusBar()->showMessage(*failure, 5000);
    window->statusBar()->showMessage(
        Board::tr("Copied %1").arg(dock ? dock->kind().title : Board::tr("the board")), 3000);
}

}   // namespace stepzero
