// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include <QAction>
#include <QKeyEvent>
#include <QSpinBox>
#include <QToolBar>
#include <utility>

#include "app/appearance.h"
#include "app/child_windows.h"
#include "app/file_controller.h"
#include "app/help_controller.h"
#include "app/layer_chooser.h"
#include "app/lesson_bar.h"
#include "app/lesson_controller.h"
#include "app/main_menus.h"
#include "app/main_panels.h"
#include "app/pin_panel.h"
#include "app/play_controller.h"
#include "app/session_controller.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/slide_controller.h"
#include "app/study_status.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/input_section.h"
#include "widgets/figures/figures.h"

namespace stepzero {

static constexpr int stateVersion = 2;   // rises when toolbars of a stored state would no longer fit

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : MainWindow(settings, parent, std::make_unique<Desk>(settings))
{
}

MainWindow::MainWindow(Settings& settings, MainWindow& before) : MainWindow(settings, nullptr, std::move(before.desk_))
{
    takePlace(before);
}

MainWindow::MainWindow(Settings& settings, QWidget* parent, std::unique_ptr<Desk> desk)
    : BoardWindow(settings, "window", {networkLayers, networkStream, networkTokens},
        tr("preview of %1 × %n token(s) · %2 ms", nullptr, 1024).arg(16).arg(QStringLiteral("00000")), parent),
      desk_(std::move(desk)), workspace_(desk_->workspace)
{
    setAcceptDrops(true);
    panels_ = std::make_unique<MainPanels>(*this, workspace_);
    new StudyStatus(workspace_, *this);
    buildControllers();
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName("tools");
    bar->setMovable(false);
    panels_->fillToolBar(bar);
    setAppearance(settings_.value("look/theme").toString());
    resize(QSize(1280, 800) * scale());
}

MainWindow::~MainWindow() = default;

void MainWindow::buildControllers()
{
    help_ = std::make_unique<HelpController>(*this, panel()->presets());
    windows_ = std::make_unique<ChildWindows>(*this, workspace_, help_->menu());
    files_ = std::make_unique<FileController>(*this, workspace_, *windows_);
    session_
        = std::make_unique<SessionController>(desk_->session, *this, workspace_, desk_->slides, *files_, *windows_);
    lessons_ = std::make_unique<LessonController>(*this, workspace_, *files_, lessonBar());
    play_ = std::make_unique<PlayController>(*this, workspace_, desk_->slides, *panels_);
    addMainMenus({*this, workspace_, *panels_, *windows_, *files_, *session_, *play_, *lessons_, *help_,
        [this](const QString& choice) { setAppearance(choice); },
        // Handled after the menu's event, because this window will be deleted.
        [this](const QString& code) { emit languageChosen(code); }});

    connect(windows_.get(), &ChildWindows::manualRequested, help_.get(), &HelpController::showManual);
    connect(this, &MainWindow::studyPresetRequested, windows_.get(), &ChildWindows::openGridPreset);
    connect(help_.get(), &HelpController::lessonRequested, lessons_.get(), &LessonController::start);
    connect(help_.get(), &HelpController::allLessonsRequested, lessons_.get(), &LessonController::showAll);
    connect(help_.get(), &HelpController::presetChosen, panel(), &ExperimentPanel::choosePreset);
    connect(help_.get(), &HelpController::captureRequested, windows_.get(), &ChildWindows::openExampleCapture);
    connect(help_.get(), &HelpController::fileChosen, files_.get(), &FileController::openRecent);
    connect(files_.get(), &FileController::inputDropped, panel()->input(), &InputSection::readFrom);
    connect(pinPanel(), &PinPanel::compareRequested, windows_.get(), &ChildWindows::comparePin);
    connect(pinPanel(), &PinPanel::saveRequested, files_.get(), &FileController::savePin);
}

ExperimentPanel* MainWindow::panel() const { return panels_->experiment; }
LayerTable* MainWindow::layerTable() const { return panels_->layers; }
PinPanel* MainWindow::pinPanel() const { return panels_->pins; }
VerdictBar* MainWindow::verdictBar() const { return panels_->verdict; }
LessonBar* MainWindow::lessonBar() const { return panels_->lesson; }
TimeBar* MainWindow::time() const { return panels_->time; }
DialBar* MainWindow::dials() const { return panels_->dials; }
QSpinBox* MainWindow::layerBox() const { return panels_->layer->box(); }
PresentWindow* MainWindow::presentation() const { return play_->presentation(); }
ManualWindow* MainWindow::manual() const { return help_->manual(); }
GridWindow* MainWindow::studyWindow() { return windows_->grid(); }
CheckpointWindow* MainWindow::checkpointWindow() { return windows_->checkpoint(); }
bool MainWindow::open(const QString& fileOrPreset) { return files_->open(fileOrPreset); }
bool MainWindow::save() { return files_->save(); }
QString MainWindow::fileName() const { return files_->fileName(); }
void MainWindow::autosave() { session_->autosave(); }

void MainWindow::setAppearance(const QString& choice)
{
    settings_.set("look/theme", choice);
    if (auto* look = findChild<QAction*>("look-" + choice))
        look->setChecked(true);
    applyAppearance(choice);
    updateLook();
}

// Start and end

void MainWindow::start(const QString& fileOrPreset)
{
    session_->begin(fileOrPreset);
    // Initially fills a screen of common size, because six figures need the room. The default layout depends on it.
    restorePlace(QSize(1920, 1080) * scale());
    show();
    restoreLayout();
    session_->finish();
}

void MainWindow::restoreLayout()
{
    restoreState(settings_.value("window/state").toByteArray(), stateVersion);
    panels_->side->restore(settings_.object("window/side"));
    panel()->setOpened(settings_.value("window/opened").toStringList());
    restoreBoard();
}

void MainWindow::resetLayout()
{
    BoardWindow::resetLayout();
    panels_->side->reset();
}

void MainWindow::storeSettings()
{
    autosave();
    storeBoard();
    settings_.set("window/state", saveState(stateVersion));
    settings_.setObject("window/side", panels_->side->state());
    settings_.set("window/opened", panel()->opened());
    settings_.sync();
}

void MainWindow::takePlace(MainWindow& before)
{
    // A lesson continues at its step, with the user's edits of the step's experiment.
    const std::optional<Lesson> lesson
        = before.lessonBar()->isRunning() ? std::optional(before.lessonBar()->lesson()) : std::nullopt;
    const int step = before.lessonBar()->step();
    const bool slides = before.play_->slides().runsSlides();
    const QString lessonFile = before.lessons_->path();
    if (lesson)
        before.lessonBar()->end();   // restores the layout before the lesson, which is the one to keep
    before.storeSettings();
    // Other signals stay connected, because Qt's accessibility uses them to notice that an object is destroyed.
    QObject::disconnect(&before, &MainWindow::languageChosen, nullptr, nullptr);
    workspace_.disconnectWindow(&before);
    // Shows the present study at once, and requests it again, so that its texts appear in the new language.
    workspace_.refresh();

    setWindowState(before.windowState());
    restoreGeometry(before.saveGeometry());
    if (before.isVisible())
        show();
    restoreLayout();
    panels_->side->setPinCount(int(pins().entries().size()));
    panels_->side->pinsAction()->setChecked(before.panels_->side->pinsAction()->isChecked());
    help_->takePlace(*before.help_);
    lessons_->takePlace(*before.lessons_);
    windows_->takePlace(*before.windows_);
    if (lesson) {
        const Experiment present = workspace_.experiment();
        if (slides)
            play_->slides().startSlides(step);
        else
            lessons_->startAt(*lesson, step, lessonFile);
        document().edit(present, {tr("Language"), {}, false});
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    lessonBar()->end();   // the board is stored as it was before
    storeSettings();
    windows_->close();
    event->accept();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Called only when the focus widget does not use the key.
    if (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier) {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
            workspace_.chooseLayer(workspace_.focus().layer + (event->key() == Qt::Key_Left ? -1 : 1));
            return;
        }
        if (event->key() == Qt::Key_Escape && lessonBar()->isRunning())
            return lessonBar()->end();
    }
    BoardWindow::keyPressEvent(event);
}

}   // namespace stepzero
