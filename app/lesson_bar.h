// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a lesson in the window. A bar above the board shows the step's text with its present numbers, formula, claims
// and question, and leads to the next step.
#pragma once

#include <QFrame>
#include <QJsonObject>
#include <QMap>
#include <QPointer>
#include <functional>

#include "app/layout.h"
#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace stepzero {

class Board;
class ExerciseRow;
class FormulaLabel;
class Workspace;

class LessonBar : public QFrame {
    Q_OBJECT
public:
    /// Makes the control that a step names visible, and returns it; null when there is none.
    using FindControl = std::function<QWidget*(const QString&)>;
    LessonBar(Workspace& workspace, Board* board, FindControl control);

    /// Precondition: every figure of the lesson exists (figure_problems()).
    void start(const Lesson& lesson, int step = 0);
    /// Restores the board and the focus. The experiment stays; one undo restores the one before the lesson.
    void end();
    bool isRunning() const { return step_ >= 0; }
    int step() const { return step_; }   ///< from 0; −1: none
    const Lesson& lesson() const { return lesson_; }
    void go(int step);
    /// Replaces the running lesson, whose steps were edited. `step` is the present one; the experiment stays.
    void revise(const Lesson& lesson, int step);
    /// Takes the numbers of the lesson from this study.
    void setStudy(const StudyPtr& study, bool current);
    /// Sets whether the study belongs to the present experiment.
    void setCurrent(bool current);

    const QVector<QPointer<QWidget>>& framed() const { return framed_; }
    QPushButton* backButton() const { return back_; }
    QPushButton* nextButton() const { return next_; }
    QPushButton* restoreButton() const { return restore_; }
    QPushButton* answerButton() const { return answer_; }
    FormulaLabel* formula() const { return formula_; }
    ExerciseRow* exerciseRow() const { return exercise_; }
    QString text() const;   ///< text with its numbers
    QString claims() const;
    QString question() const;   ///< question with the answer, if that is shown

signals:
    void stepChanged();
    void ended();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const LessonStep& now() const { return lesson_.steps[std::size_t(step_)]; }
    void layOut();
    void connectParts();   // buttons, workspace and board
    void showStep();
    void showExperiment();
    void arrange();
    void frame();
    void showFramed();
    void fill();
    void fillClaims(const Study& study);
    void showQuestion();
    void showRestore();
    void keepHeight();

    Workspace& workspace_;
    Board* board_;
    FindControl control_;
    Lesson lesson_;
    int step_ = -1;
    bool answered_ = false, current_ = false;
    StudyPtr study_;
    QLabel *title_, *place_, *text_, *claims_, *question_;
    FormulaLabel* formula_;
    ExerciseRow* exercise_;
    QPushButton *restore_, *back_, *next_, *end_, *answer_;
    QScrollArea* area_;
    QWidget *aside_, *asked_;
    QMap<QString, BoardLayout> layouts_;   // layouts by subject, as they were before the lesson
    QJsonObject layoutsBefore_, viewsBefore_;
    QVector<QPointer<QWidget>> frames_, framed_;   // the frames that are drawn, and the widgets that they surround
    QPointer<QWidget> focusBefore_;   // the focus widget when the lesson started
};

}   // namespace stepzero
