// SPDX-License-Identifier: GPL-3.0-or-later
// Up to three controls of a presentation, side by side. The keys change one of them, whose name is bold.
#pragma once

#include <QVector>
#include <QWidget>

#include "core/study/lesson/lesson.h"

namespace stepzero {

class DialBar;
class Workspace;

class DialRow : public QWidget {
    Q_OBJECT
public:
    DialRow(Workspace& workspace, QWidget* parent);

    /// Shows controls for these parameters; none for one that the experiment does not have.
    void choose(const std::vector<LessonDial>& dials);
    /// Returns the visible controls.
    const QVector<DialBar*>& shown() const { return shown_; }
    /// Returns the control that keys change; the first one if none is visible.
    DialBar* active() const;
    void activateNext();
    bool isMoving() const;
    void stop();   ///< ends a play
    void setLetters(double pixels);
    /// Returns the height that the controls need, in lines of text.
    double lines() const { return shown_.size() > 1 ? 3.2 : 2; }

signals:
    void stepChosen(int step);   ///< step of training
    void movingChanged();

private:
    void activate(qsizetype which);
    void showIcons();

    QVector<DialBar*> bars_, shown_;
    qsizetype active_ = 0;
    double letters_ = 14;
};

}   // namespace stepzero
