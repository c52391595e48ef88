// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of training as a time line. It plays them, moves by one step, jumps to any step, and returns to step 0,
// where the weights are the initial ones. Only steps that were kept are shown.
#pragma once

#include <QFrame>
#include <QTimer>

#include "core/study/exhibit.h"

class QAction;
class QCheckBox;
class QLabel;

namespace stepzero {

struct Experiment;
class LabeledSlider;
class PaceBox;
class Workspace;

class TimeBar : public QFrame {
    Q_OBJECT
public:
    explicit TimeBar(QWidget* parent = nullptr);

    /// Shows the steps of its experiment from here on, and chooses among them.
    void setWorkspace(Workspace& workspace);
    /// Sets the present experiment. The bar is visible only when it is trained.
    void setExperiment(const Experiment& experiment);
    /// Sets the study on the board. The next step of a play waits for it.
    void setStudy(const StudyPtr& study);
    /// Sets the requested step. Emits nothing.
    void setStep(int step);
    /// Chooses the nearest kept step up to this one, as the user would.
    void choose(int step);
    bool isPlaying() const { return clock_.isActive(); }

    QAction* toStart() const { return toStart_; }
    QAction* back() const { return back_; }
    QAction* play() const { return play_; }
    QAction* forward() const { return forward_; }
    LabeledSlider* slider() const { return slider_; }
    PaceBox* pace() const { return pace_; }
    QCheckBox* loop() const { return loop_; }
    QString words() const;   ///< text next to the slider

signals:
    void stepChosen(int step);
    void playingChanged();

private:
    bool isReady() const;
    /// Returns the index of a step among the kept steps.
    int placeOf(int step) const;
    void go(int place);
    void setPlaying(bool playing);
    void tick();
    void showState();

    StudyPtr study_;
    bool trained_ = false;   // true when the present experiment is trained
    int steps_ = 0, step_ = 0;
    QVector<int> kept_;
    QTimer clock_;
    QAction *toStart_, *back_, *play_, *forward_;
    LabeledSlider* slider_;
    QLabel* words_;
    PaceBox* pace_;
    QCheckBox* loop_;
};

}   // namespace stepzero
