// SPDX-License-Identifier: GPL-3.0-or-later
// Controls everything that moves in the main window: training steps, a parameter that is played, and switching between
// pinned and current. It also controls the presentation. Only one thing plays at a time, while the axes are held.
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
class SlideController;
class Slides;
class TimeBar;
class Workspace;
struct MainPanels;

class PlayController : public QObject {
    Q_OBJECT
public:
    PlayController(BoardWindow& window, Workspace& workspace, Slides& slides, const MainPanels& panels);

    SlideController& slides() const { return *slideController_; }
    PresentWindow* presentation() const;   ///< null until it is first requested
    void present();
    void showSpeaker();
    /// Swaps the experiment with the last visible pin. Axes are held until something else is edited.
    void compareWithPin();
    void exportAnimation();
    void exportPage();
    QMenu* makeMenu(QWidget* parent);

private:
    void connectTime();
    void connectDials();
    void playStep(int step);
    void holdAxes();
    void makePresentation();
    void connectSlides();

    BoardWindow& window_;
    Workspace& workspace_;
    Slides& slides_;
    TimeBar* time_;
    DialBar* dials_;
    LessonBar* lesson_;
    ExperimentPanel* panel_;
    SlideController* slideController_;
    Presentation* presentation_ = nullptr;
    bool comparing_ = false, swapping_ = false;   // the last edit was a swap with a pin; the present one is
};

}   // namespace stepzero
