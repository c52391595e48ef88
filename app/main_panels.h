// SPDX-License-Identifier: GPL-3.0-or-later
// The panels around the board of the main window. On the left are the experiment, its layers, the history and the pins.
// Above the board are the verdict, the training steps, a parameter that is played, and the lesson. Each follows the
// workspace.
#pragma once

#include "app/lesson_controls.h"

class QToolBar;

namespace stepzero {

class BoardWindow;
class DialBar;
class ExperimentPanel;
class LayerChooser;
class LayerTable;
class LessonBar;
class PinPanel;
class SidePanel;
class TimeBar;
class VerdictBar;
class Workspace;

struct MainPanels {
    /// Creates the panels, and connects them and the board to the workspace.
    MainPanels(BoardWindow& window, Workspace& workspace);
    MainPanels(const MainPanels&) = delete;
    MainPanels& operator=(const MainPanels&) = delete;

    /// Precondition: the menus exist, because the tool bar has some of their actions.
    void fillToolBar(QToolBar* bar);

    ExperimentPanel* experiment;
    LayerTable* layers;
    PinPanel* pins;
    SidePanel* side;
    TimeBar* time;
    DialBar* dials;
    VerdictBar* verdict;
    LessonBar* lesson;
    LayerChooser* layer = nullptr;   ///< in the tool bar

private:
    void connectParts();

    Workspace& workspace_;
    BoardWindow& window_;
    LessonControls controls_;
};

}   // namespace stepzero
