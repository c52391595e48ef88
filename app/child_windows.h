// SPDX-License-Identifier: GPL-3.0-or-later
// The additional windows of the main window: studies of many experiments, checkpoints, captures, and the tests of
// transfer to other sizes. There is one of each kind, created when it is first requested.
#pragma once

#include <QObject>
#include <QPointer>

class QMenu;

namespace stepzero {

class BoardWindow;
class CaptureWindow;
class CheckpointWindow;
class CompareWindow;
class GridWindow;
class SizesWindow;
class Workspace;
struct Experiment;
struct KeptDocument;
struct OpenedGrid;

class ChildWindows : public QObject {
    Q_OBJECT
public:
    /// `help` is the Help menu for windows that have a menu bar.
    ChildWindows(BoardWindow& main, Workspace& workspace, QMenu* help);

    GridWindow* grid();   ///< may be hidden
    CheckpointWindow* checkpoint();   ///< may be hidden
    CaptureWindow* capture();   ///< may be hidden
    bool hasGrid() const { return grid_ != nullptr; }
    void showGrid();
    void showCheckpoint();
    void showCapture();
    void showSizes();
    void showComparison();   ///< two experiments side by side
    void comparePin(int id);   ///< a pin next to the present experiment

    /// Returns false when the user keeps the present study.
    bool openGrid(const OpenedGrid& opened);
    void openGridPreset(const QString& name);
    bool restoreGrid(const KeptDocument& lost);
    void openCheckpoint(const QString& path);
    void openCapture(const QString& path);
    void showSomeCapture();   ///< opens an example if no capture is open
    void openExampleCapture(const QString& name);   ///< one of example_captures()
    void close();
    /// Replaces the windows of another main window by windows in the present language. All keep their content. Other
    /// dialogs of that window get this main window as their parent.
    void takePlace(ChildWindows& before);

signals:
    void openRequested(const QString& fileOrPreset);
    void remembered(const QString& path);   ///< emitted with a file that was opened or written
    void manualRequested(const QString& place);

private:
    GridWindow* makeGrid(GridWindow* before);
    CheckpointWindow* makeCheckpoint(CheckpointWindow* before);
    CaptureWindow* makeCapture(CaptureWindow* before);
    /// Adds the Help menu, and opens the manual at a page for this window.
    void addHelp(BoardWindow* window, const char* page);
    CompareWindow* makeComparison(CompareWindow* before = nullptr);
    SizesWindow* sizes(SizesWindow* before = nullptr);
    void runCheckpoint(const Experiment& experiment);

    BoardWindow& main_;
    Workspace& workspace_;
    QMenu* help_;
    GridWindow* grid_ = nullptr;
    CheckpointWindow* checkpoint_ = nullptr;
    CaptureWindow* capture_ = nullptr;
    QPointer<CompareWindow> comparison_;   // deletes itself when it is closed
};

}   // namespace stepzero
