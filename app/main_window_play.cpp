// SPDX-License-Identifier: GPL-3.0-or-later
// What moves in the window: a dial that is played, the pin and the present in turn; and what it becomes as a file.
#include <QDir>
#include <QMenu>
#include <QMenuBar>
#include <QProgressDialog>
#include <QStatusBar>
#include <algorithm>

#include "app/animation_file.h"
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
#include "core/formats/file.h"
#include "core/grid/sweep.h"
#include "widgets/editors/labeled_slider.h"

namespace stepzero {

namespace {
const QString animationPlace = QStringLiteral("present.md#animations");
}

void MainWindow::connectDials()
{
    connect(dials_, &DialBar::edited, &document_, &Document::edit);
    connect(dials_, &DialBar::movingChanged, this, [this] {
        for (auto& [action, icon] : icons_)
            if (action == dials_->play())
                icon = dials_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play");
        drawIcons();
        holdAxes();
    });
    setManualPlace(dials_, "present.md#play");
    // The first edit that is no swap ends the comparison.
    connect(&document_, &Document::experimentChanged, this, [this] {
        if (comparing_ && !swapping_) {
            comparing_ = false;
            holdAxes();
        }
    });
}

/// Axes keep to the largest that was seen.
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
    QAction* bar = menu->addAction(tr("Play a &dial"));
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
    menu->addAction(tr("Present on the &whole screen"), QKeySequence("Ctrl+L"), this, &MainWindow::present)
        ->setObjectName("present");
    menu->addAction(tr("Speaker's &notes"), this,
            [this] {
                present();
                present_->showSpeaker();
            })
        ->setObjectName("speaker");
    menu->addAction(tr("&Compare with the pin"), QKeySequence("X"), this, &MainWindow::compareWithPin)
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
        return statusBar()->showMessage(tr("There is no pin: Ctrl+P pins the present experiment"), 5000);
    comparing_ = true;
    holdAxes();
    swapping_ = true;
    swapPin(shown->id);
    swapping_ = false;
}

/// The board as it is seen, over what the dial's bar would play.
void MainWindow::exportAnimation()
{
    QAction* bar = findChild<QAction*>("dialBar");
    bar->setChecked(true);
    dials_->play()->setChecked(false);
    if (!dials_->sweep())
        return statusBar()->showMessage(tr("The bar above the board says what an animation would show"), 5000);
    const Sweep sweep = *dials_->sweep();
    const Experiment base = document_.experiment();
    const QString title = tr("Export animation");
    AnimationFile file;
    file.fps = dials_->perSecond();
    const QString path = askFor(title, document_.path(), fileName() + ".apng", {".apng", ".webp", ".webm", ".mp4"},
        tr("Animated PNG (*.apng);;Animated WebP (*.webp);;WebM (*.webm);;MP4 (*.mp4)"), animationPlace);
    if (path.isEmpty())
        return;
    file.path = path.toStdU16String();
    std::vector<StudyPtr> studies;
    std::vector<SweepFrame> frames;
    const QString failed = tr("The animation was not written");
    const bool computed = doLongWork(this, tr("Computing %1 frames…").arg(sweep.values.size()), failed, animationPlace,
        [&, focus = focus_](const Context& context) {
            StudyCaches caches(longWorkNoise);
            frames = frames_of(base, sweep);
            std::vector<std::pair<Experiment, Focus>> moments;
            for (const SweepFrame& frame : frames)
                moments.emplace_back(frame.experiment, focus);
            studies = full_studies(moments, caches, context);
        });
    if (!computed)
        return;
    PictureOptions options;
    options.pixels = {board_->width() / 2 * 2, board_->height() / 2 * 2};   // a video's are even
    options.theme = settings_.value("export/theme").toString();
    options.scale = scale();
    QProgressDialog dialog(tr("Drawing…"), tr("Cancel"), 0, int(studies.size()), this);
    dialog.setWindowModality(Qt::WindowModal);
    setManualPlace(&dialog, animationPlace);
    std::stop_source stop;
    Frames drawn(board_->parts(), options);
    const auto failure = failureOf([&] {
        for (const StudyPtr& study : studies)
            drawn.measure(study);
        write_animation(file, studies.size(),
            [&](std::size_t i) {
                dialog.setValue(int(i));
                if (dialog.wasCanceled())
                    stop.request_stop();
                return drawn.picture(studies[i], QString::fromStdString(frames[i].label));
            },
            {stop.get_token(), {}});
    });
    dialog.reset();
    if (failure)
        showProblems(this, failed, {asSentence(*failure)}, animationPlace);
    else if (!stop.stop_requested())
        statusBar()->showMessage(tr("Wrote %1").arg(QDir::toNativeSeparators(path)), 5000);
}

}   // namespace stepzero
