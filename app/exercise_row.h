// SPDX-License-Identifier: GPL-3.0-or-later
// The exercise of a lesson's step: a box for a number and its verdict, or how far the experiment is from the goal.
#pragma once

#include <QString>
#include <QWidget>

#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace stepzero {

class ExerciseRow : public QWidget {
    Q_OBJECT
public:
    explicit ExerciseRow(QWidget* parent = nullptr);

    /// Shows the exercise of a step, or nothing when it has none.
    void setStep(const LessonStep& step);
    /// `current`: whether the study is that of the present experiment.
    void setStudy(const StudyPtr& study, bool current);

    /// Returns the height in pixels of one row, whatever it shows.
    int rowHeight() const;
    QLineEdit* box() const { return box_; }
    QPushButton* checkButton() const { return check_; }
    QString verdict() const;

signals:
    /// An answer was judged: a number as typed, or the settings that were changed.
    void judged(const QString& answer, bool right);

private:
    void tell(const QString& verdict);
    void checkNumber(const NumberExercise& exercise);
    void checkGoal(const GoalExercise& exercise, const Study& study);

    std::optional<Exercise> exercise_;
    Experiment own_;   // that of the step
    StudyPtr ownStudy_;   // the full one of the step's experiment; null until it is made
    Experiment last_;   // the changed experiment that was judged last
    QLineEdit* box_;
    QPushButton* check_;
    QLabel* verdict_;
};

}   // namespace stepzero
