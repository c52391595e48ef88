// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/child_windows.h"

#include <QAction>
#include <QMenuBar>

#include "app/board.h"
#include "app/capture_window.h"
#include "app/checkpoint_window.h"
#include "app/compare_window.h"
#include "app/grid_window.h"
#include "app/manual.h"
#include "app/open_file.h"
#include "app/session.h"
#include "app/sizes_window.h"
#include "app/workspace.h"
#include "core/files/presets.h"
#include "widgets/editors/experiment_panel.h"

namespace stepzero {

static void bringForward(QWidget* window)
{
    window->show();
    window->raise();
    window->activateWindow();
}

ChildWindows::ChildWindows(BoardWindow& main, Workspace& workspace, QMenu* help)
    : QObject(&main), main_(main), workspace_(workspace), help_(help)
{
}

GridWindow* ChildWindows::grid() { return grid_ ? grid_ : makeGrid(nullptr); }

GridWindow* ChildWindows::makeGrid(GridWindow* before)
{
    grid_ = new GridWindow(main_.settings(), workspace_.document(), &main_, before);
    connect(grid_, &GridWindow::openRequested, this, &ChildWindows::openRequested);
    connect(grid_, &GridWindow::remembered, this, &ChildWindows::remembered);
    connect(grid_, &GridWindow::experimentRequested, this, [this](const Experiment& experiment) {
        workspace_.document().edit(experiment, {tr("Cell of a study"), {}, false});
        main_.raise();
        main_.activateWindow();
    });
    connect(grid_, &GridWindow::pinRequested, this,
        [this](const Experiment& experiment) { workspace_.pins().add(experiment, workspace_.focus(), nullptr); });
    addHelp(grid_, "studies.md");
    return grid_;
}

CheckpointWindow* ChildWindows::checkpoint() { return checkpoint_ ? checkpoint_ : makeCheckpoint(nullptr); }

CheckpointWindow* ChildWindows::makeCheckpoint(CheckpointWindow* before)
{
    checkpoint_ = new CheckpointWindow(main_.settings(), &main_, before);
    connect(checkpoint_, &CheckpointWindow::opened, this, &ChildWindows::remembered);
    connect(checkpoint_, &CheckpointWindow::runRequested, this, &ChildWindows::runCheckpoint);
    addHelp(checkpoint_, "audit.md");
    return checkpoint_;
}

CaptureWindow* ChildWindows::capture() { return capture_ ? capture_ : makeCapture(nullptr); }

CaptureWindow* ChildWindows::makeCapture(CaptureWindow* before)
{
    capture_ = new CaptureWindow(main_.settings(), &main_, before);
    connect(capture_, &CaptureWindow::opened, this, &ChildWindows::remembered);
    connect(capture_, &CaptureWindow::checkpointRequested, this, &ChildWindows::openCheckpoint);
    addHelp(capture_, "captures.md");
    return capture_;
}

CompareWindow* ChildWindows::makeComparison(CompareWindow* before)
{
    comparison_ = new CompareWindow(workspace_, main_, *main_.findChild<ExperimentPanel*>(), before);
    comparison_->addActions({main_.findChild<QAction*>("undo"), main_.findChild<QAction*>("redo")});   // for their keys
    addHelp(comparison_, "first-steps.md#side-by-side");
    return comparison_;
}

void ChildWindows::addHelp(BoardWindow* window, const char* page)
{
    connect(window->board(), &Board::manualRequested, this, &ChildWindows::manualRequested);
    window->menuBar()->addMenu(help_);
    setManualPlace(window, page);
}

SizesWindow* ChildWindows::sizes(SizesWindow* before)
{
    if (auto* there = main_.findChild<SizesWindow*>())
        return there;
    auto* window = new SizesWindow(workspace_.document(), &main_, before);
    setManualPlace(window, "training.md#does-it-transfer-to-other-widths");
    window->addActions({main_.findChild<QAction*>("undo"), main_.findChild<QAction*>("redo")});   // for their keys
    return window;
}

void ChildWindows::showGrid() { bringForward(grid()); }
void ChildWindows::showCheckpoint() { bringForward(checkpoint()); }
void ChildWindows::showCapture() { bringForward(capture()); }
void ChildWindows::showSizes() { bringForward(sizes()); }
void ChildWindows::showComparison() { bringForward(comparison_ ? comparison_.data() : makeComparison()); }

void ChildWindows::comparePin(int id)
{
    showComparison();
    comparison_->choose(0, {ComparedSource::From::pin, id});
    comparison_->choose(1, {});
}

bool ChildWindows::openGrid(const OpenedGrid& opened)
{
    if (!grid()->open(opened.grid, opened.path))
        return false;
    if (!opened.path.isEmpty())
        emit remembered(opened.path);
    showGrid();
    return true;
}

void ChildWindows::openGridPreset(const QString& name)
{
    grid()->choosePreset(name);
    showGrid();
}

bool ChildWindows::restoreGrid(const KeptDocument& lost)
{
    if (!grid()->restore(lost))
        return false;
    showGrid();
    return true;
}

void ChildWindows::openCheckpoint(const QString& path)
{
    showCheckpoint();
    checkpoint()->openPath(path);
}

void ChildWindows::openCapture(const QString& path)
{
    showCapture();
    capture()->openPath(path);
}

void ChildWindows::openExampleCapture(const QString& name)
{
    showCapture();
    capture()->openExample(name);
}

void ChildWindows::showSomeCapture()
{
    showCapture();
    if (!capture()->study() && !capture()->runner().isRunning())
        capture()->openExample(QString::fromStdString(example_captures().front().name));
}

/// Makes an undoable edit, and pins the same network with weights that its recipe initializes.
void ChildWindows::runCheckpoint(const Experiment& experiment)
{
    workspace_.document().edit(experiment, {tr("Run a checkpoint"), {}, false});
    Experiment drawn = experiment;
    drawn.weights = {};
    workspace_.pins().add(drawn, workspace_.focus(), nullptr, tr("freshly initialized by its recipe"));
    main_.raise();
    main_.activateWindow();
}

void ChildWindows::close()
{
    if (grid_)
        grid_->close();
    if (checkpoint_)
        checkpoint_->close();
    if (capture_)
        capture_->close();
    if (comparison_)
        comparison_->close();
}

void ChildWindows::takePlace(ChildWindows& before)
{
    if (before.grid_)
        makeGrid(before.grid_);
    if (before.checkpoint_)
        makeCheckpoint(before.checkpoint_);
    if (before.capture_)
        makeCapture(before.capture_);
    if (before.comparison_)
        makeComparison(before.comparison_);
    if (auto* there = before.main_.findChild<SizesWindow*>())
        sizes(there);
    for (QDialog* dialog : before.main_.findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (qobject_cast<SizesWindow*>(dialog)) {
            dialog->hide();
            continue;
        }
        const bool shown = dialog->isVisible();
        dialog->setParent(&main_, dialog->windowFlags());
        dialog->setVisible(shown);
    }
}

}   // namespace stepzero
