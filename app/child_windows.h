// SPDX-License-Identifier: GPL-3.0-or-later
// The windows beside the main one: studies of many experiments, a checkpoint, the gain calculator, and whether training
// transfers to other sizes. There is one of each, made when it is first asked for.
#pragma once

#include <QObject>

class QMenu;

namespace stepzero {

class BoardWindow;
class CheckpointWindow;
class GainWindow;
class GridWindow;
class SizesWindow;
class Workspace;
struct Experiment;
struct KeptDocument;
struct OpenedGrid;

class ChildWindows : public QObject {
    Q_OBJECT
public:
    /// `help`: a menu for those with menus of their own.
    ChildWindows(BoardWindow& main, Workspace& workspace, QMenu* help);

    GridWindow* grid();   ///< may be hidden
    CheckpointWindow* checkpoint();   ///< may be hidden
    bool hasGrid() const { return grid_ != nullptr; }
    void showGrid();
    void showCheckpoint();
    void showGains();
    void showSizes();

    /// False when the user keeps the study that is there.
    bool openGrid(const OpenedGrid& opened);
    void openGridPreset(const QString& name);
    bool restoreGrid(const KeptDocument& lost);
    void openCheckpoint(const QString& path);
    void close();
    /// Puts windows in the present language in the place of another main window's. The other dialogs of that one move
    /// here, and keep what they show.
    void takePlace(ChildWindows& before);

signals:
    void openRequested(const QString& fileOrPreset);
    void remembered(const QString& path);   ///< a file that was opened or written
    void manualRequested(const QString& place);

private:
    GridWindow* makeGrid(GridWindow* before);
    CheckpointWindow* makeCheckpoint(CheckpointWindow* before);
    template <class Window>
    Window* only(const char* place, Window* before = nullptr);
    GainWindow* gains(GainWindow* before = nullptr);
    SizesWindow* sizes(SizesWindow* before = nullptr);
    void runCheckpoint(const Experiment& experiment);

    BoardWindow& main_;
    Workspace& workspace_;
    QMenu* help_;
    GridWindow* grid_ = nullptr;
    CheckpointWindow* checkpoint_ = nullptr;
};

}   // namespace stepzero
