// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_menus.h"

#include <QActionGroup>
#include <QMenuBar>

#include "app/board.h"
#include "app/board_window.h"
#include "app/capture_window.h"
#include "app/checkpoint_window.h"
#include "app/child_windows.h"
#include "app/code_exports.h"
#include "app/file_controller.h"
#include "app/file_names.h"
#include "app/find_bar.h"
#include "app/find_entries.h"
#include "app/help_controller.h"
#include "app/lesson_controller.h"
#include "app/main_panels.h"
#include "app/memory_menu.h"
#include "app/play_controller.h"
#include "app/session_controller.h"
#include "app/settings.h"
#include "app/side_panel.h"
#include "app/time_bar.h"
#include "app/workspace.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

/// Adds the presets of the panel. Choosing one here is the same undoable edit as in the panel.
void addPresets(QMenu* file, ExperimentPanel* panel, HelpController& help)
{
    QMenu *presets = file->addMenu(BoardWindow::tr("&Presets")), *group = presets;
    presets->addAction(BoardWindow::tr("&All presets…"), &help, &HelpController::showPresets)
        ->setObjectName("allPresets");
    presets->addSeparator();
    for (const PresetChoice& choice : panel->presets()) {
        if (group->title() != choice.group) {
            group = presets->addMenu(choice.group);
            group->setToolTipsVisible(true);
        }
        group->addAction(choice.title, panel, [panel, name = choice.name] { panel->choosePreset(name); })
            ->setToolTip(choice.about);
    }
}

void addFileMenu(const MenuTargets& to)
{
    QMenu* file = to.window.menuBar()->addMenu(BoardWindow::tr("&File"));
    file->addAction(BoardWindow::tr("&New"), QKeySequence::New, &to.files, &FileController::openNew);
    to.window.addOpen(file, BoardWindow::tr("Open experiment"), experimentFilter);
    file->addAction(BoardWindow::tr("Open chec&kpoint…"), QKeySequence("Ctrl+Shift+O"), &to.windows,
            [&windows = to.windows] {
                windows.showCheckpoint();
                windows.checkpoint()->askToOpen();
            })
        ->setObjectName("checkpointWindow");
    file->addAction(BoardWindow::tr("Open capture of a &model…"), &to.windows,
            [&windows = to.windows] {
                windows.showCapture();
                windows.capture()->askToOpen();
            })
        ->setObjectName("captureWindow");
    addExampleCaptures(
        file, &to.windows, [&windows = to.windows](const QString& name) { windows.openExampleCapture(name); });
    file->addMenu(to.files.recentMenu(file));
    addPresets(file, to.panels.experiment, to.help);
    QAction* lost
        = file->addAction(BoardWindow::tr("Restore &lost session"), &to.session, &SessionController::restoreLost);
    lost->setObjectName("restoreLost");
    QObject::connect(
        file, &QMenu::aboutToShow, lost, [&session = to.session, lost] { lost->setVisible(session.hasLost()); });
    file->addSeparator();
    file->addAction(BoardWindow::tr("&Save"), QKeySequence::Save, &to.files, &FileController::save);
    file->addAction(BoardWindow::tr("Save &as…"), QKeySequence::SaveAs, &to.files, &FileController::saveAs);
    file->addSeparator();
    addCodeExports(file, to.window, to.workspace);
    to.window.addPictureActions(file);
    file->addAction(BoardWindow::tr("Export an&imation…"), &to.play, &PlayController::exportAnimation)
        ->setObjectName("exportAnimation");
    file->addAction(BoardWindow::tr("E&xport page…"), &to.play, &PlayController::exportPage)
        ->setObjectName("exportPage");
    file->addSeparator();
    file->addAction(BoardWindow::tr("&Quit"), QKeySequence::Quit, &to.window, &QWidget::close);
}

void addFind(QMenu* edit, const MenuTargets& to)
{
    auto* bar = new FindBar(&to.window);
    QAction* find = edit->addAction(BoardWindow::tr("&Find…"), bar, [bar, to] {
        // Figures come first, because the menus of exports and copies have entries of the same titles.
        bar->open(findableFigures(*to.window.board()) + findableSettings(*to.panels.experiment)
            + findableActions(*to.window.menuBar(), *to.window.board())
            + findableFindings(to.workspace, *to.window.board()) + findableCaptureFigures(to.windows));
    });
    find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence("Ctrl+K")});
    find->setObjectName("find");
    find->setToolTip(BoardWindow::tr("Find an action, figure, setting, preset, lesson or finding (Ctrl+F)"));
    to.window.setIcon(find, "find");
}

void addEditMenu(const MenuTargets& to)
{
    QMenu* edit = to.window.menuBar()->addMenu(BoardWindow::tr("&Edit"));
    to.window.addUndoActions(edit, to.workspace.document().undoStack());
    addFind(edit, to);
    QAction* reroll = edit->addAction(BoardWindow::tr("New random &seed"), QKeySequence("Ctrl+R"), to.panels.experiment,
        &ExperimentPanel::rerollSeed);
    reroll->setObjectName("reroll");
    to.window.setIcon(reroll, "dice");
    QAction* pin = edit->addAction(
        BoardWindow::tr("&Pin this experiment"), QKeySequence("Ctrl+P"), &to.workspace, &Workspace::pinExperiment);
    pin->setObjectName("pin");
    to.window.setIcon(pin, "pin");
    edit->addSeparator();
    edit->addAction(
            BoardWindow::tr("Copy e&xperiment"), QKeySequence("Ctrl+Shift+X"), &to.files, &FileController::copyText)
        ->setObjectName("copyText");
    addCodeCopy(edit, to.window, to.workspace);
    edit->addAction(
            BoardWindow::tr("Paste experimen&t"), QKeySequence("Ctrl+Shift+V"), &to.files, &FileController::pasteText)
        ->setObjectName("pasteText");
    edit->addSeparator();
    edit->addAction(BoardWindow::tr("Re&compute"), QKeySequence::Refresh, &to.workspace, &Workspace::recompute);
}

/// Menu entries, exactly one of which is checked.
class Choices {
public:
    Choices(QMenu* menu, std::function<void(const QString&)> choose)
        : menu_(menu), group_(new QActionGroup(menu)), choose_(std::move(choose))
    {
    }
    QAction* add(const QString& text, const QString& name, const QString& value)
    {
        QAction* action = menu_->addAction(text, menu_, [choose = choose_, value] { choose(value); });
        action->setCheckable(true);
        action->setObjectName(name);
        group_->addAction(action);
        return action;
    }

private:
    QMenu* menu_;
    QActionGroup* group_;
    std::function<void(const QString&)> choose_;
};

void addViewMenu(const MenuTargets& to)
{
    QMenu* view = to.window.menuBar()->addMenu(BoardWindow::tr("&View"));
    to.window.addViewActions(view,
        {to.panels.side->experimentAction(), to.panels.side->layersAction(), to.panels.side->historyAction(),
            to.panels.side->pinsAction()});
    view->addAction(BoardWindow::tr("Compare side &by side…"), QKeySequence("Ctrl+B"), &to.windows,
            &ChildWindows::showComparison)
        ->setObjectName("compareWindow");
    view->addSeparator();
    Choices looks(view, to.setAppearance);
    for (const auto& [name, text] :
        QVector<QPair<QString, QString>> {{"light", BoardWindow::tr("L&ight")}, {"dark", BoardWindow::tr("&Dark")},
            {"contrast", BoardWindow::tr("High &contrast")}, {"system", BoardWindow::tr("Follow s&ystem")}})
        looks.add(text, "look-" + name, name);
    view->addSeparator();
    const QString chosen = to.window.settings().value("look/language").toString();
    Choices codes(view->addMenu(BoardWindow::tr("Lan&guage")), to.chooseLanguage);
    codes.add(BoardWindow::tr("Follow s&ystem"), "language-system", {})->setChecked(chosen.isEmpty());
    for (const Language& language : languages())
        codes.add(language.name, "language-" + language.code, language.code)->setChecked(language.code == chosen);
}

void addTrainingMenu(const MenuTargets& to)
{
    QMenu* training = to.window.menuBar()->addMenu(BoardWindow::tr("T&raining"));
    training->setToolTipsVisible(true);
    QAction* train = training->addAction(
        BoardWindow::tr("&Train this network"), to.panels.experiment, &ExperimentPanel::setTrained);
    train->setObjectName("train");
    train->setCheckable(true);
    train->setToolTip(
        BoardWindow::tr("Train from step 0; progress appears in the Training figure, and settings are under Run"));
    QObject::connect(training, &QMenu::aboutToShow, train,
        [&workspace = to.workspace, train] { train->setChecked(workspace.experiment().train.has_value()); });
    training->addActions(
        {to.panels.time->play(), to.panels.time->forward(), to.panels.time->back(), to.panels.time->toStart()});
    training->addSeparator();
    QAction* sizes = training->addAction(
        BoardWindow::tr("&Coordinate check and learning-rate transfer (μP)…"), &to.windows, &ChildWindows::showSizes);
    sizes->setObjectName("sizesWindow");
    sizes->setToolTip(BoardWindow::tr("Check whether activations and the best learning rate stay the same at other "
                                      "widths and depths (μP, CompleteP)"));
}

void addToolsMenu(const MenuTargets& to)
{
    QMenu* tools = to.window.menuBar()->addMenu(BoardWindow::tr("&Tools"));
    tools
        ->addAction(BoardWindow::tr("&Gain calculator"), QKeySequence("Ctrl+G"), to.window.board(),
            [board = to.window.board()] {
                board->setShown("gains", true);
                board->setShown("gain_numbers", true);
            })
        ->setObjectName("gainCalculator");
    tools->addAction(BoardWindow::tr("&Parameter study…"), QKeySequence("Ctrl+T"), &to.windows, &ChildWindows::showGrid)
        ->setObjectName("studyWindow");
    to.window.addStudyPresets(tools->addMenu(BoardWindow::tr("Exa&mple studies")));
    tools->addSeparator();
    fillMemoryMenu(
        tools->addMenu(BoardWindow::tr("&Random-number cache")), to.window.settings(), to.workspace.runner());
}

}   // namespace

void addMainMenus(const MenuTargets& to)
{
    addFileMenu(to);
    addEditMenu(to);
    addViewMenu(to);
    addTrainingMenu(to);
    QMenuBar* bar = to.window.menuBar();
    bar->addMenu(to.play.makeMenu(bar));
    addToolsMenu(to);
    bar->addMenu(to.lessons.makeMenu(bar));
    bar->addMenu(to.help.menu());
}

}   // namespace stepzero
