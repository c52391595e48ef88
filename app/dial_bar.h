// SPDX-License-Identifier: GPL-3.0-or-later
// Plays any dial of the experiment over a range: depth layer by layer, σ_w through the edge of chaos, one seed after
// the other; of one that is trained the steps of training too. As fast as studies come, and no faster: none is passed
// over.
#pragma once

#include <QFrame>
#include <QTimer>
#include <optional>

#include "core/study/exhibit.h"
#include "core/study/grid/sweep.h"
#include "widgets/editors/edit_info.h"

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;

namespace stepzero {

class PaceBox;
class Workspace;

class DialBar : public QFrame {
    Q_OBJECT
public:
    explicit DialBar(QWidget* parent = nullptr);

    /// Edits its experiment from here on, and follows it. Steps of training are only reported: stepChosen().
    void setWorkspace(Workspace& workspace);
    /// Of the document. An edit that did not come from here ends a play.
    void setExperiment(const Experiment& experiment);
    /// What is on the board; `current`: of the experiment.
    void setStudy(const StudyPtr& study, bool current);
    /// Of training, that is asked for. One that did not come from here ends a play of steps.
    void setStep(int step);
    /// Chooses what is played, by its path; `text` as sweep_of() reads it, empty: as proposed. False: no such dial.
    bool choose(std::string path, const QString& text = {});   // a copy: the list that it stands in may be made anew
    std::string path() const;   ///< of what is chosen
    /// Without what chooses; says the dial's name with its value.
    void setCompact(bool compact);
    bool isPlaying() const { return clock_.isActive(); }
    /// Playing, or under the hand: axes are to be held.
    bool isMoving() const;
    /// What is chosen, where it can be played.
    const std::optional<Sweep>& sweep() const { return sweep_; }
    int perSecond() const;
    /// One value on or back.
    void move(int by);

    QAction* play() const { return play_; }
    QAction* back() const { return back_; }
    QAction* forward() const { return forward_; }
    QComboBox* dialBox() const { return dial_; }
    QLineEdit* valuesEdit() const { return values_; }
    QSlider* slider() const { return slider_; }
    PaceBox* pace() const { return pace_; }
    QCheckBox* loop() const { return loop_; }
    QString words() const;   ///< where the dial stands, or why it cannot be played

signals:
    void edited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void stepChosen(int step);   ///< of training: the kept one that is not behind it is meant
    void movingChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void takeDials();
    void takeValues();
    bool ofSteps() const { return sweep_ && sweep_->path == step_path; }
    bool isTrained() const;
    bool isReady() const;
    void go(std::size_t place);
    void setPlaying(bool playing);
    void tick();
    void showState();

    Experiment experiment_;
    StudyPtr study_;
    int step_ = 0;
    std::vector<Dial> dials_;
    std::optional<Sweep> sweep_;
    QString problem_;
    std::size_t place_ = 0;
    bool taken_ = false;   // what there is to play, of this experiment
    bool ready_ = false, own_ = false, compact_ = false;
    int plays_ = 0;   // each is one undo step
    QTimer clock_;
    QAction *back_, *play_, *forward_;
    QComboBox* dial_;
    QLineEdit* values_;
    QSlider* slider_;
    QLabel* words_;
    PaceBox* pace_;
    QCheckBox* loop_;
};

}   // namespace stepzero
