// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of training as time: plays them, goes one on or back, to any, and back to step 0, whose weights are the
// same again. Steps between those that were kept are passed over.
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
    /// Of the experiment at hand: there where it is trained.
    void setExperiment(const Experiment& experiment);
    /// What is on the board; the next step of a play waits for the one before.
    void setStudy(const StudyPtr& study);
    /// The one that is asked for. Tells nobody.
    void setStep(int step);
    /// The kept one next to it, as if it were chosen here.
    void choose(int step);
    bool isPlaying() const { return clock_.isActive(); }

    QAction* toStart() const { return toStart_; }
    QAction* back() const { return back_; }
    QAction* play() const { return play_; }
    QAction* forward() const { return forward_; }
    LabeledSlider* slider() const { return slider_; }
    PaceBox* pace() const { return pace_; }
    QCheckBox* loop() const { return loop_; }
    QString words() const;   ///< beside the slider

signals:
    void stepChosen(int step);
    void playingChanged();

private:
    bool isReady() const;
    /// Of the kept steps, by its place among them.
    int placeOf(int step) const;
    void go(int place);
    void setPlaying(bool playing);
    void tick();
    void showState();

    StudyPtr study_;
    bool trained_ = false;   // the experiment at hand
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
