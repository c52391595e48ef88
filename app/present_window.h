// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the content of the main window to an audience: one to four figures as large as possible, up to three controls,
// and the verdict. During a lesson it also shows the text of the step. Experiment, study and pins belong to the
// workspace, and LessonBar runs the lesson. Nothing is computed here.
#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>
#include <functional>
#include <string>

#include "app/present_row.h"
#include "app/present_text.h"
#include "app/presented.h"
#include "core/study/exhibit.h"
#include "core/study/lesson/lesson.h"

class QLabel;

namespace stepzero {

class DialBar;
class DialRow;
class PresentOverlay;
class SlideList;
class Slides;
class Workspace;

/// The lesson that is running, with its present step.
struct RunningLesson {
    const Lesson* lesson = nullptr;   ///< null: no lesson is running
    int step = 0;
    std::string language = "en";
};

class PresentWindow : public QWidget {
    Q_OBJECT
public:
    /// The sources of the content.
    struct Source {
        std::function<RunningLesson()> lesson;
        std::function<void(int)> go;   ///< goes to a step of the lesson, or else to a slide
        // Without a lesson:
        std::function<QVector<PresentedFigure>()> figures;   ///< figures to show, the most important first
        std::function<std::vector<LessonDial>()> dials;   ///< parameters with a control
    };
    PresentWindow(Workspace& workspace, Slides& slides, Source source, QWidget* parent);

    static constexpr double leastScale = 1, mostScale = 4;
    /// Returns the scale of letters, lines and markers; the text has 14 × scale pixels. By default, the scale depends
    /// on the size of the window.
    double scale() const;
    /// Fills the screen with this geometry.
    void present(const QRect& place);

    /// Texts for the speaker only; empty where there are none.
    struct Notes {
        QString now, text, next;
    };
    Notes notes() const;

    /// While held, axes only grow. Set when something other than the control of this window moves.
    void setHeld(bool held);
    /// Must be called when the step changes or the lesson ends, or when what is shown without a lesson changes.
    void lessonChanged();
    /// Shows a list with the steps of the lesson, or else the slides.
    void fillList(SlideList& list) const;
    void goTo(int step);   ///< ignored if there is no such step or slide
    /// Shows a sentence next to the verdict.
    void say(const QString& words);

    const QVector<Figure*>& figures() const { return figures_; }
    PresentText* text() const { return text_; }
    PresentOverlay* overlay() const { return overlay_; }
    DialRow* controls() const { return controls_; }
    DialBar* control() const;   ///< the one that keys change
    SlideList* slideList() const { return list_; }
    QString title() const;
    QString verdict() const { return row_.verdict(); }
    /// Returns the value at the pointer; empty when there is none.
    const QString& readout() const { return row_.readout(); }

signals:
    void wordsChanged();   ///< also emitted when notes() change
    void speakerRequested();
    void chooseRequested();   ///< the figures and controls to present
    void addSlideRequested();
    void closed();
    void stepChosen(int step);   ///< training step, chosen with the control
    void trainingRequested();
    void compareRequested();   ///< switch between pinned and current

protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Tab chooses the next control.
    bool focusNextPrevChild(bool) override { return false; }
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void followExperiment();
    void takeStudy(const StudyPtr& study);
    void drawPins();
    QVector<PresentedFigure> chosen() const;
    void takeFigures(bool views);
    void holdAxes();
    void chooseControl();
    void fill();
    QString numbered(const LessonText& text, const RunningLesson& running) const;
    Figure* figureAt(const QPoint& place) const;
    void point(const QPointF& place);
    void leave();
    void place();
    void restyle();
    void placeFigures(const QRect& room);
    void step(int by);
    void moveControl(int by);
    bool handleSlides(QKeyEvent* event);   // presentation keys of the list and of slide numbers
    void showList(bool shown);
    void playDrawing();
    void setZoom(double scale);

    Workspace& workspace_;
    Slides& slides_;
    Source source_;
    StudyPtr study_;
    double chosenScale_ = 0;   // 0: depends on the size
    bool answered_ = false, held_ = false, shown_ = false;   // shown_: from present() until it is closed
    int shownStep_ = -1;
    int typed_ = 0;   // number of a slide that is being typed; 0: none
    const void* shownKind_ = nullptr;   // kind of the network for which the controls were chosen
    QStringList kinds_;   // kinds of the present figures
    QVector<double> shares_;
    QVector<Figure*> figures_;
    QLabel *title_, *place_;
    PresentRow row_;   // verdict and value at the pointer
    PresentText* text_;
    DialRow* controls_;
    PresentOverlay* overlay_;
    SlideList* list_;
    QPointF pointer_;   // position on the overlay
    QPointer<Figure> pointed_;   // the figure below the pointer
};

}   // namespace stepzero
