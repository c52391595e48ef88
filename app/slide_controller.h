// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses what a presentation shows without a lesson, and collects slides. Slides run in the lesson bar, as a lesson
// without texts.
#pragma once

#include <QObject>

#include "app/present_window.h"

class QAction;
class QMenu;

namespace stepzero {

class BoardWindow;
class DialBar;
class LessonBar;
class Slides;
class Workspace;

class SlideController : public QObject {
    Q_OBJECT
public:
    SlideController(BoardWindow& window, Workspace& workspace, Slides& slides, LessonBar* lesson, const DialBar* dials);

    RunningLesson running() const;
    /// Shows a step of the running lesson, or else a slide.
    void go(int step);
    bool runsSlides() const { return runsSlides_; }
    void startSlides(int slide);
    /// Returns what is presented without a lesson: the user's choice, or what was used last.
    QVector<PresentedFigure> figures() const;
    std::vector<LessonDial> dials() const;

    /// Adds the present view as a slide, after the one that is running.
    void add();
    /// Asks what to present, or what the running slide shows.
    void choose(QWidget* parent);
    void askToSave();
    /// Writes the slides as a lesson file. Returns false and a sentence when it cannot be written.
    bool save(const QString& path, QString* problem) const;
    void addTo(QMenu* menu);
    QAction* addAction() const { return add_; }
    QAction* chooseAction() const { return choose_; }

signals:
    void changed();   ///< what is presented, or the list of slides
    void added(const QString& sentence);
    void chooseRequested();

private:
    Presented choice() const;   ///< the running slide's, or else the user's; empty lists are automatic
    QVector<PresentedFigure> figuresOf(const Presented& presented) const;
    std::vector<LessonFigure> stepFigures(const Presented& presented) const;
    void take(const Presented& presented);
    void follow();

    BoardWindow& window_;
    Workspace& workspace_;
    Slides& slides_;
    LessonBar* lesson_;
    const DialBar* dials_;
    QAction *add_, *choose_;
    bool runsSlides_ = false;
    std::vector<int> runningIds_;   // see Slides::ids(); of the running slides
};

}   // namespace stepzero
