// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/animation_export.h"

#include <QDir>
#include <QLineEdit>
#include <QProgressDialog>
#include <QStatusBar>
#include <algorithm>

#include "app/animation_dialog.h"
#include "app/board.h"
#include "app/board_window.h"
#include "app/dial_bar.h"
#include "app/long_work.h"
#include "app/manual.h"
#include "app/problem_box.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/files/validate.h"

namespace stepzero {

namespace {

const QString animationPlace = QStringLiteral("present.md#animations");

AnimationOffer offerOf(const Workspace& workspace, const Board& board, const DialBar& dials)
{
    AnimationOffer offer;
    offer.experiment = workspace.experiment();
    offer.board = board.parts();
    for (const FigureDock* dock : board.docks())
        if (board.applies(dock) && std::none_of(offer.board.begin(), offer.board.end(), [&](const PicturePart& part) {
                return part.kind == dock->kind().id;
            }))
            offer.others << Board::partOf(dock);
    if (dials.isVisible()) {
        offer.dial = dials.path();
        offer.values = dials.valuesEdit()->text();
    } else {
        offer.dial = workspace.lastControl().toStdString();
    }
    offer.fps = dials.perSecond();
    return offer;
}

/// Draws and writes the file, with a progress dialog. Returns false when it was stopped, or failed, which a message box
/// has reported.
bool writeAnimation(QWidget* window, const ComputedAnimation& animation, const QString& failed)
{
    constexpr int steps = 1000;   // steps of the progress bar
    QProgressDialog dialog(BoardWindow::tr("Drawing…"), BoardWindow::tr("Cancel"), 0, steps, window);
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setAutoReset(false);
    setManualPlace(&dialog, animationPlace);
    std::stop_source stop;
    Context context {stop.get_token(), {}};
    context.report = [&](const Progress& progress) {
        dialog.setValue(int(steps * progress.fraction));   // also processes events
        if (dialog.wasCanceled())
            stop.request_stop();
    };
    const auto failure = failureOf([&] { write_animation(animation, context); });
    dialog.reset();
    if (failure)
        showProblems(window, failed, {asSentence(*failure)}, animationPlace);
    return !failure && !stop.stop_requested();
}

}   // namespace

void exportAnimation(Exported what, BoardWindow& window, Workspace& workspace, const DialBar& dials)
{
    if (!validate(workspace.experiment()).empty())
        return window.statusBar()->showMessage(
            BoardWindow::tr("An animation needs an experiment that can be computed"), 5000);
    AnimationOffer offer = offerOf(workspace, *window.board(), dials);
    offer.page = what == Exported::page;
    AnimationDialog dialog(window.settings(), offer, window.fileName(), &window);
    setManualPlace(&dialog, animationPlace);
    if (const StudyPtr study = workspace.study())
        dialog.showPreview(study, [&dialog] { return dialog.parts(); });
    const QString failed = BoardWindow::tr("Could not write the animation");
    while (dialog.exec() == QDialog::Accepted) {   // shown again after an error, with the same input
        Animation animation = dialog.animation();
        animation.focus = workspace.focus();
        ComputedAnimation computed;
        const bool done
            = doLongWork(&window, BoardWindow::tr("Computing %n frame(s)…", nullptr, int(frame_count(animation))),
                failed, animationPlace, [&](const Context& context) {
                    StudyCaches caches(longWorkNoise);
                    computed = compute_animation(animation, caches, context);
                });
        if (done && writeAnimation(&window, computed, failed))
            return window.statusBar()->showMessage(
                BoardWindow::tr("Wrote %1").arg(QDir::toNativeSeparators(dialog.path())), 5000);
    }
}

}   // namespace stepzero
