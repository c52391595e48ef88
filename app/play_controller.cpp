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
#include "app/dial_row.h"
#include "app/lesson_bar.h"
#include "app/main_panels.h"
#include "app/manual.h"
#include "app/presentation.h"
#include "app/slide_controller.h"
#include "app/time_bar.h"
#include "app/workspace.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"

namespace stepzero {

namespace {

QString playIcon(bool playing) { return playing ? QStringLiteral("pause") : QStringLiteral("play"); }

}   // namespace

PlayController::PlayController(BoardWindow& window, Workspace& workspace, Slides& slides, const MainPanels& panels)
    : QObject(&window), window_(window), workspace_(workspace), slides_(slides), time_(panels.time),
      dials_(panels.dials), lesson_(panels.lesson), panel_(panels.experiment),
      slideController_(new SlideController(window, workspace, slides, panels.lesson, panels.dials))
{
    connectTime();
    connectDials();
    connectSlides();
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
        if (time_->isPlaying()) {
            dials_->play()->setChecked(false);
            if (PresentWindow* shown = presentation())
                shown->controls()->stop();
        }
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

void PlayController::connectSlides()
{
    connect(slideController_, &SlideController::chooseRequested, this,
        [this] { slideController_->choose(presentation_ ? presentation_->front() : &window_); });
    connect(slideController_, &SlideController::changed, this, [this] {
        if (PresentWindow* shown = presentation())
            shown->lessonChanged();
    });
    connect(slideController_, &SlideController::added, this, [this](const QString& sentence) {
        if (PresentWindow* shown = presentation())
            shown->say(sentence);
    });
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
    slideController_->addTo(menu);
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
    source.lesson = [this] { return slideController_->running(); };
    source.go = [this](int step) { slideController_->go(step); };
    source.figures = [this] { return slideController_->figures(); };
    source.dials = [this] { return slideController_->dials(); };
    presentation_ = new Presentation(workspace_, slides_, source, &window_);
    PresentWindow* shown = presentation_->window();
    connect(shown, &PresentWindow::stepChosen, this, &PlayController::playStep);
    connect(shown, &PresentWindow::trainingRequested, panel_, [this] { panel_->setTrained(true); });
    connect(shown, &PresentWindow::compareRequested, this, &PlayController::compareWithPin);
    connect(shown, &PresentWindow::chooseRequested, slideController_->chooseAction(), &QAction::trigger);
    connect(shown, &PresentWindow::addSlideRequested, slideController_, &SlideController::add);
    connect(lesson_, &LessonBar::stepChanged, shown, &PresentWindow::lessonChanged);
    connect(lesson_, &LessonBar::ended, shown, &PresentWindow::lessonChanged);
    setManualPlace(shown, "present.md#present");
    // For their keys, and for the menu of the window.
    shown->addActions({slideController_->chooseAction(), slideController_->addAction(),
        window_.findChild<QAction*>("undo"), window_.findChild<QAction*>("redo")});
}

}   // namespace stepzero
