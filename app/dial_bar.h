// SPDX-License-Identifier: GPL-3.0-or-later
// Plays any parameter of the experiment over a range: depth layer by layer, σ_w through the edge of chaos, one seed
// after the other, or the steps of training. It plays only as fast as studies are computed, so that none is skipped.
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

/// Explains the syntax of sweep_of() in a tooltip.
QString valuesHint();

class DialBar : public QFrame {
    Q_OBJECT
public:
    explicit DialBar(QWidget* parent = nullptr);

    /// Edits its experiment from here on, and follows it. Steps of training are only reported: stepChosen().
    void setWorkspace(Workspace& workspace);
    /// Sets the experiment of the document. An edit that was not made by this bar ends a play.
    void setExperiment(const Experiment& experiment);
    /// Sets the study on the board; `current` is true when it belongs to the experiment.
    void setStudy(const StudyPtr& study, bool current);
    /// Sets the requested step of training. A step chosen elsewhere ends a play of steps.
    void setStep(int step);
    /// Chooses the parameter to play by its path. `text` has the syntax of sweep_of(); empty: the proposed values.
    /// Returns false when the parameter does not exist.
    bool choose(std::string path, const QString& text = {});   // takes a copy, because the list that contains the path
                                                               // may be rebuilt
    std::string path() const;   ///< path of the chosen parameter
    /// Hides the controls that choose a parameter, and shows its name with the value instead.
    void setCompact(bool compact);
    /// Shows name and value above a short slider, for several bars side by side.
    void setStacked(bool stacked);
    /// Sets whether the shortcuts apply to this bar. True initially.
    void setActive(bool active);
    bool isPlaying() const { return clock_.isActive(); }
    /// Returns whether the bar plays or its slider is held, in which case axes are held too.
    bool isMoving() const;
    /// Returns the chosen sweep, if it can be played.
    const std::optional<Sweep>& sweep() const { return sweep_; }
    int perSecond() const;
    /// Moves by one value forward or back.
    void move(int by);

    QAction* play() const { return play_; }
    QAction* back() const { return back_; }
    QAction* forward() const { return forward_; }
    QComboBox* dialBox() const { return dial_; }
    QLineEdit* valuesEdit() const { return values_; }
    QSlider* slider() const { return slider_; }
    PaceBox* pace() const { return pace_; }
    QCheckBox* loop() const { return loop_; }
    QString words() const;   ///< the present value, or why the parameter cannot be played

signals:
    void edited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void stepChosen(int step);   ///< step of training; the latest kept step up to it is meant
    void movingChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void connectParts();   // actions, parameter and values
    void connectSlider();
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
    bool taken_ = false;   // true when the list of parameters belongs to this experiment
    bool ready_ = false, own_ = false, compact_ = false;
    int wordsColumn_ = 0;   // of the layout, unless stacked
    inline static int plays_ = 0;   // number of plays of all bars; each is one undo step
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
