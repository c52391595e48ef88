// SPDX-License-Identifier: GPL-3.0-or-later
// What moves in the main window: the training steps, a parameter that is played, pinned and current in turn; and the
// same full screen. Only one thing plays at a time, and axes hold still meanwhile.
#pragma once

#include <QObject>

class QMenu;

namespace stepzero {

class BoardWindow;
class DialBar;
class ExperimentPanel;
class LessonBar;
class PresentWindow;
class Presentation;
class TimeBar;
class Workspace;
struct MainPanels;

class PlayController : public QObject {
    Q_OBJECT
public:
    PlayController(BoardWindow& window, Workspace& workspace, const MainPanels& panels);

    PresentWindow* presentation() const;   ///< null until it is first asked for
    void present();
    void showSpeaker();
    /// Swaps with the last pin that is shown; axes are held until something else is edited.
    void compareWithPin();
    void exportAnimation();
    QMenu* makeMenu(QWidget* parent);

private:
    void connectTime();
    void connectDials();
    void playStep(int step);
    void holdAxes();
    void makePresentation();

    BoardWindow& window_;
    Workspace& workspace_;
    TimeBar* time_;
    DialBar* dials_;
    LessonBar* lesson_;
    ExperimentPanel* panel_;
    Presentation* presentation_ = nullptr;
    bool comparing_ = false, swapping_ = false;   // the last edit swapped with a pin; this one does
};

}   // namespace stepzero
