// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window has around its board: at the left the experiment, its layers and the pins; above the board the
// verdict, the training steps, a parameter that is played, and the lesson. Each follows the workspace.
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
    /// The board follows the workspace too.
    MainPanels(BoardWindow& window, Workspace& workspace);
    MainPanels(const MainPanels&) = delete;
    MainPanels& operator=(const MainPanels&) = delete;

    /// Needs the actions of the menus.
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
