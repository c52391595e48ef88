// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/play_controller.h"

#include <QAction>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStatusBar>

#include "app/animation_export.h"
#include "app/board.h"
#include "app/board_window.h"
#include "app/dial_bar.h"
#include "app/lesson_bar.h"
#include "app/lesson_language.h"
#include "app/main_panels.h"
#include "app/manual.h"
#include "app/presentation.h"
#include "app/time_bar.h"
#include "app/workspace.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"

namespace stepzero {

namespace {

QString playIcon(bool playing) { return playing ? QStringLiteral("pause") : QStringLiteral("play"); }

}   // namespace

PlayController::PlayController(BoardWindow& window, Workspace& workspace, const MainPanels& panels)
    : QObject(&window), window_(window), workspace_(workspace), time_(panels.time), dials_(panels.dials),
      lesson_(panels.lesson), panel_(panels.experiment)
{
    connectTime();
    connectDials();
    // The first edit other than a swap ends the comparison.
    connect(&workspace_, &Workspace::experimentChanged, this, [this] {
        if (comparing_ && !swapping_) {
            comparing_ = false;
            holdAxes();
        }
    });
}

void PlayController::connectTime()
{
    for (const auto& [action, icon] : {std::pair(time_->play(), "play"), std::pair(time_->forward(), "step-on"),
             std::pair(time_->back(), "step-back"), std::pair(time_->toStart(), "to-start")})
        window_.setIcon(action, icon);
    connect(window_.board(), &Board::stepChosen, time_, &TimeBar::choose);
    connect(time_, &TimeBar::playingChanged, this, [this] {
        window_.setIcon(time_->play(), playIcon(time_->isPlaying()));
        if (time_->isPlaying())
            for (DialBar* bar : {dials_, presentation() ? presentation()->control() : nullptr})
                if (bar)
                    bar->play()->setChecked(false);
        holdAxes();
    });
    connect(
        time_->slider(), &LabeledSlider::dragStarted, window_.board(), [this] { window_.board()->setDragging(true); });
    connect(time_->slider(), &LabeledSlider::dragEnded, this, &PlayController::holdAxes);
}

void PlayController::connectDials()
{
    for (const auto& [action, icon] : {std::pair(dials_->play(), "play"), std::pair(dials_->forward(), "step-on"),
             std::pair(dials_->back(), "step-back")})
        window_.setIcon(action, icon);
    connect(dials_, &DialBar::stepChosen, this, &PlayController::playStep);
    connect(dials_, &DialBar::movingChanged, this, [this] {
        window_.setIcon(dials_->play(), playIcon(dials_->isPlaying()));
        holdAxes();
    });
    setManualPlace(dials_, "present.md#play");
}

/// Chooses a step that a dial plays, and stops the bar of training steps.
void PlayController::playStep(int step)
{
    time_->play()->setChecked(false);
    time_->choose(step);
}

/// While something moves, axes only grow.
void PlayController::holdAxes()
{
    const bool held = time_->isPlaying() || dials_->isMoving() || comparing_;
    window_.board()->setDragging(held);
    if (PresentWindow* shown = presentation())
        shown->setHeld(held);
}

void PlayController::compareWithPin()
{
    const int pin = workspace_.lastShownPin();
    if (pin == 0)
        return window_.statusBar()->showMessage(
            tr("There is no pin: press Ctrl+P to pin the current experiment"), 5000);
    comparing_ = true;
    holdAxes();
    const QScopedValueRollback swapping(swapping_, true);
    workspace_.swapPin(pin);
}

void PlayController::exportAnimation() { stepzero::exportAnimation(Exported::animation, window_, workspace_, *dials_); }

void PlayController::exportPage() { stepzero::exportAnimation(Exported::page, window_, workspace_, *dials_); }

QMenu* PlayController::makeMenu(QWidget* parent)
{
    auto* menu = new QMenu(tr("&Present"), parent);
    QAction* bar = menu->addAction(tr("&Animate a parameter"));
    bar->setObjectName("dialBar");
    bar->setShortcut(QKeySequence("Ctrl+D"));
    bar->setCheckable(true);
    connect(bar, &QAction::toggled, dials_, [this](bool shown) {
        dials_->play()->setChecked(false);
        dials_->setVisible(shown);
    });
    menu->addActions({dials_->play(), dials_->forward(), dials_->back()});
    menu->addSeparator();
    menu->addAction(tr("Present &full screen"), QKeySequence("Ctrl+L"), this, &PlayController::present)
        ->setObjectName("present");
    menu->addAction(tr("Speaker's &notes"), this, &PlayController::showSpeaker)->setObjectName("speaker");
    menu->addAction(tr("&Toggle pinned / current"), QKeySequence("X"), this, &PlayController::compareWithPin)
        ->setObjectName("comparePin");
    return menu;
}

// Presentation

PresentWindow* PlayController::presentation() const { return presentation_ ? presentation_->window() : nullptr; }

void PlayController::present()
{
    if (!presentation_)
        makePresentation();
    presentation_->present();
}

void PlayController::showSpeaker()
{
    present();
    presentation_->showSpeaker();
}

void PlayController::makePresentation()
{
    PresentWindow::Source source;
    source.lesson = [this] {
        return lesson_->isRunning() ? RunningLesson {&lesson_->lesson(), lesson_->step(), lessonLanguage()}
                                    : RunningLesson {};
    };
    source.go = [this](int step) { lesson_->go(step); };
    source.figures = [this] { return window_.board()->partsByAttention(); };
    source.parameter = [this] {
        const QString& last = workspace_.lastControl();
        return dials_->isVisible() || last.isEmpty() ? dials_->path() : last.toStdString();
    };
    presentation_ = new Presentation(workspace_, source, &window_);
    PresentWindow* shown = presentation_->window();
    connect(shown, &PresentWindow::stepChosen, this, &PlayController::playStep);
    connect(shown, &PresentWindow::trainingRequested, panel_, [this] { panel_->setTrained(true); });
    connect(shown, &PresentWindow::compareRequested, this, &PlayController::compareWithPin);
    connect(lesson_, &LessonBar::stepChanged, shown, &PresentWindow::lessonChanged);
    connect(lesson_, &LessonBar::ended, shown, &PresentWindow::lessonChanged);
    setManualPlace(shown, "present.md#present");
    shown->addActions({window_.findChild<QAction*>("undo"), window_.findChild<QAction*>("redo")});   // for their keys
}

}   // namespace stepzero
