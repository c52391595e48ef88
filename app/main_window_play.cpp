// SPDX-License-Identifier: GPL-3.0-or-later
// Animation in the window: playing a parameter, alternating between pin and present experiment, and exporting to a
// file.
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProgressDialog>
#include <QStatusBar>
#include <algorithm>

#include "app/animation_dialog.h"
#include "app/board.h"
#include "app/dial_bar.h"
#include "app/file_names.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/long_work.h"
#include "app/main_window.h"
#include "app/manual.h"
#include "app/present_window.h"
#include "app/problem_box.h"
#include "app/time_bar.h"
#include "app/worker.h"
#include "core/files/validate.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {
const QString animationPlace = QStringLiteral("present.md#animations");
}

void MainWindow::connectDials()
{
    connect(dials_, &DialBar::edited, &document_, &Document::edit);
    connect(dials_, &DialBar::stepChosen, this, &MainWindow::playStep);
    connect(dials_, &DialBar::movingChanged, this, [this] {
        for (auto& [action, icon] : icons_)
            if (action == dials_->play())
                icon = dials_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play");
        drawIcons();
        holdAxes();
    });
    setManualPlace(dials_, "present.md#play");
    // The first edit that is not a swap ends the comparison.
    connect(&document_, &Document::experimentChanged, this, [this] {
        if (comparing_ && !swapping_) {
            comparing_ = false;
            holdAxes();
        }
    });
}

/// Shows a step for a parameter bar. The bar of steps itself stops playing.
void MainWindow::playStep(int step)
{
    time_->play()->setChecked(false);
    time_->choose(step);
}

/// Makes axes keep the largest range seen.
void MainWindow::holdAxes()
{
    const bool held = time_->isPlaying() || dials_->isMoving() || comparing_;
    board_->setDragging(held);
    if (present_)
        present_->setHeld(held);
}

void MainWindow::addPlayMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Present"));
    QAction* bar = menu->addAction(tr("&Animate a parameter"));
    bar->setObjectName("dialBar");
    bar->setShortcut(QKeySequence("Ctrl+D"));
    bar->setCheckable(true);
    connect(bar, &QAction::toggled, dials_, [this](bool shown) {
        dials_->play()->setChecked(false);
        dials_->setVisible(shown);
    });
    for (const auto& [action, icon] : {std::pair(dials_->play(), "play"), std::pair(dials_->forward(), "step-on"),
             std::pair(dials_->back(), "step-back")}) {
        menu->addAction(action);
        icons_ << qMakePair(action, icon);
    }
    menu->addSeparator();
    menu->addAction(tr("Present &full screen"), QKeySequence("Ctrl+L"), this, &MainWindow::present)
        ->setObjectName("present");
    menu->addAction(tr("Speaker's &notes"), this,
            [this] {
                present();
                present_->showSpeaker();
            })
        ->setObjectName("speaker");
    menu->addAction(tr("&Toggle pinned / current"), QKeySequence("X"), this, &MainWindow::compareWithPin)
        ->setObjectName("comparePin");
}

void MainWindow::present()
{
    if (!present_) {
        present_ = new PresentWindow(*this,
            {[this] {
                 return lesson_->isRunning() ? RunningLesson {&lesson_->lesson(), lesson_->step(), lessonLanguage()}
                                             : RunningLesson {};
             },
                [this](int step) { lesson_->go(step); }});
        connect(lesson_, &LessonBar::stepChanged, present_, &PresentWindow::lessonChanged);
        connect(lesson_, &LessonBar::ended, present_, &PresentWindow::lessonChanged);
        setManualPlace(present_, "present.md#present");
        // makes their keys work in the window
        present_->addActions({findChild<QAction*>("undo"), findChild<QAction*>("redo")});
        connect(&document_, &Document::experimentChanged, present_,
            [this] { present_->setExperiment(document_.experiment()); });
        connect(&runner_, &StudyRunner::delivered, present_,
            [this](const StudyPtr& study) { present_->setStudy(study, study->experiment == document_.experiment()); });
    }
    drawPins();
    present_->present();
}

void MainWindow::compareWithPin()
{
    const QVector<PinnedExperiment>& pins = pins_.entries();
    const auto shown
        = std::find_if(pins.crbegin(), pins.crend(), [](const PinnedExperiment& pinned) { return pinned.pin.visible; });
    if (shown == pins.crend())
        return statusBar()->showMessage(tr("There is no pin: press Ctrl+P to pin the current experiment"), 5000);
    comparing_ = true;
    holdAxes();
    swapping_ = true;
    swapPin(shown->id);
    swapping_ = false;
}

/// Draws and writes with a progress dialog. Returns false when it was stopped, or failed, which has been reported.
bool MainWindow::writeAnimation(const ComputedAnimation& animation, const QString& failed)
{
    constexpr int steps = 1000;   // steps of the progress bar
    QProgressDialog dialog(tr("Drawing…"), tr("Cancel"), 0, steps, this);
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
        showProblems(this, failed, {asSentence(*failure)}, animationPlace);
    return !failure && !stop.stop_requested();
}

/// Does the same as `stepzero animate`, for the document. The dialog initially offers the board as shown, over the
/// range of the parameter bar.
void MainWindow::exportAnimation()
{
    AnimationOffer offer;
    offer.experiment = document_.experiment();
    if (!validate(offer.experiment).empty())
        return statusBar()->showMessage(tr("An animation needs an experiment that can be computed"), 5000);
    offer.board = board_->parts();
    for (const FigureDock* dock : board_->docks())
        if (board_->applies(dock) && std::none_of(offer.board.begin(), offer.board.end(), [&](const PicturePart& part) {
                return part.kind == dock->kind().id;
            }))
            offer.others << Board::partOf(dock);
    if (dials_->isVisible()) {
        offer.dial = dials_->path();
        offer.values = dials_->valuesEdit()->text();
    } else {
        offer.dial = lastControl_.toStdString();
    }
    offer.fps = dials_->perSecond();
    AnimationDialog dialog(settings_, offer, fileName(), this);
    setManualPlace(&dialog, animationPlace);
    const QString failed = tr("Could not write the animation");
    while (dialog.exec() == QDialog::Accepted) {   // shown again after an error, with the same input
        Animation animation = dialog.animation();
        animation.focus = focus_;
        ComputedAnimation computed;
        const bool done = doLongWork(this, tr("Computing %n frame(s)…", nullptr, int(animation.sweep.values.size())),
            failed, animationPlace, [&](const Context& context) {
                StudyCaches caches(longWorkNoise);
                computed = compute_animation(animation, caches, context);
            });
        if (done && writeAnimation(computed, failed))
            return statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(dialog.path())), 5000);
    }
}

}   // namespace stepzero
