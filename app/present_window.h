// SPDX-License-Identifier: GPL-3.0-or-later
// Presents the content of the main window to an audience: one or two figures as large as possible, the one control that
// matters, and the verdict. During a lesson it adds the texts of the step. Document, studies and lesson belong to the
// main window; nothing is computed here.
#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>
#include <functional>

#include "app/present_text.h"
#include "app/speaker_window.h"
#include "core/study/exhibit.h"
#include "core/study/lesson/lesson.h"
#include "widgets/figures/picture.h"

class QLabel;

namespace stepzero {

class DialBar;
class MainWindow;
class PresentOverlay;

/// The lesson that runs in a window.
struct RunningLesson {
    const Lesson* lesson = nullptr;   ///< null: no lesson is running
    int step = 0;
    std::string language = "en";
};

class PresentWindow : public QWidget {
    Q_OBJECT
public:
    struct Hooks {
        std::function<RunningLesson()> lesson;
        std::function<void(int)> go;   ///< goes to a step
    };
    PresentWindow(MainWindow& window, Hooks hooks);

    static constexpr double leastScale = 1, mostScale = 4;
    /// Returns the scale of letters, lines and markers; the text has 14 × scale pixels. The default depends on the size
    /// of the window.
    double scale() const;
    /// Shows the window on the second screen if there is one, with the speaker's window on the first.
    void present();
    void showSpeaker();

    /// Takes a study of the main window.
    void setStudy(const StudyPtr& study, bool current);
    void setExperiment(const Experiment& experiment);
    void setPins(const QVector<Pin>& pins);
    /// Axes grow and never shrink while another control than the one here moves.
    void setHeld(bool held);
    /// Must be called when the step changes or the lesson ends.
    void lessonChanged();

    const QVector<Figure*>& figures() const { return figures_; }
    PresentText* text() const { return text_; }
    PresentOverlay* overlay() const { return overlay_; }
    DialBar* control() const { return control_; }
    SpeakerWindow* speaker() const { return speaker_; }
    QString title() const;
    QString verdict() const;
    /// Returns the value at the pointer; empty when there is none.
    const QString& readout() const { return readout_; }

signals:
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    struct Shown {   // a figure and its fraction of the room
        PicturePart part;
        double share = 0.5;
    };
    QVector<Shown> chosen() const;
    void takeFigures(bool views);
    void holdAxes();
    void chooseControl();
    void fill();
    void say(const QString& words);
    void tell(const QString& words);
    static void write(QLabel* label, const QString& words, QFont font, const QRect& place);
    void point(const QPointF& place);
    void leave();
    void place();
    void restyle();
    void step(int by);
    void moveControl(int by);
    void setZoom(double scale);

    MainWindow& window_;
    Hooks hooks_;
    StudyPtr study_;
    double chosenScale_ = 0;   // 0: depends on the size
    bool answered_ = false, held_ = false, shown_ = false;   // shown_: from present() until it is closed
    int shownStep_ = -1;
    QStringList kinds_;   // kinds of the present figures
    QVector<double> shares_;
    QVector<Pin> pins_;
    QVector<Figure*> figures_;
    QLabel *title_, *place_, *verdict_, *said_;   // said_: the value at the pointer
    PresentText* text_;
    DialBar* control_;
    QRect row_;   // row of verdict and value
    QString readout_, told_;   // the complete texts in this row
    PresentOverlay* overlay_;
    QPointF pointer_;   // position of the pointer on the overlay
    QPointer<Figure> pointed_;   // figure below the pointer
    QPointer<SpeakerWindow> speaker_;
};

}   // namespace stepzero
