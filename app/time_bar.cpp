// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/time_bar.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "app/pace_box.h"
#include "app/workspace.h"
#include "core/base/words/ranges.h"
#include "core/study/study.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/style/style.h"

namespace stepzero {

TimeBar::TimeBar(QWidget* parent)
    : QFrame(parent), toStart_(new QAction(tr("Back to step &0"), this)),
      back_(new QAction(tr("Pre&vious step"), this)), play_(new QAction(tr("&Play"), this)),
      forward_(new QAction(tr("Ne&xt step"), this)),
      slider_(new LabeledSlider(tr("step"), {.kind = SliderScale::Kind::linear, .low = 0, .high = 1, .integer = true},
          0, ranges::steps.high, this)),
      words_(new QLabel), pace_(new PaceBox(tr("Stored steps per second; fewer if computing takes longer"))),
      loop_(new QCheckBox(tr("loop")))
{
    setAccessibleName(tr("training steps"));
    toStart_->setShortcut(QKeySequence("Ctrl+Home"));
    back_->setShortcut(QKeySequence("Ctrl+Left"));
    play_->setShortcut(QKeySequence("Ctrl+Space"));
    forward_->setShortcut(QKeySequence("Ctrl+Right"));
    play_->setCheckable(true);
    slider_->setHint(tr("All figures show the network after this training step; theory, initial distributions and "
                        "findings remain those of step 0"));
    words_->setForegroundRole(QPalette::PlaceholderText);
    loop_->setToolTip(tr("Loop: start again after the last step"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 1, 6, 1);
    row->setSpacing(4);
    for (QAction* action : {toStart_, back_, play_, forward_}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    row->addWidget(slider_, 1);
    for (QWidget* part : std::initializer_list<QWidget*> {words_, pace_, loop_})
        row->addWidget(part);
    connect(toStart_, &QAction::triggered, this, [this] { go(0); });
    connect(back_, &QAction::triggered, this, [this] { go(placeOf(step_) - 1); });
    connect(forward_, &QAction::triggered, this, [this] { go(placeOf(step_) + 1); });
    connect(play_, &QAction::toggled, this, &TimeBar::setPlaying);
    connect(&clock_, &QTimer::timeout, this, &TimeBar::tick);
    connect(pace_, &QComboBox::currentIndexChanged, this, [this] { clock_.setInterval(pace_->milliseconds()); });
    connect(slider_, &LabeledSlider::edited, this, [this](double value) { go(placeOf(qRound(value))); });
    clock_.setInterval(pace_->milliseconds());
    showState();
    hide();
}

void TimeBar::setWorkspace(Workspace& workspace)
{
    connect(&workspace, &Workspace::experimentChanged, this, [this, &workspace] {
        setExperiment(workspace.experiment());
        setStep(workspace.focus().step);
    });
    connect(&workspace, &Workspace::focusChanged, this, [this, &workspace] { setStep(workspace.focus().step); });
    connect(&workspace, &Workspace::studyChanged, this, &TimeBar::setStudy);
    connect(this, &TimeBar::stepChosen, &workspace, &Workspace::chooseStep);
}

QString TimeBar::words() const { return words_->text(); }

void TimeBar::setExperiment(const Experiment& experiment)
{
    trained_ = experiment.train.has_value();
    steps_ = trained_ ? experiment.train->steps : 0;
    // The height of the board changes only when training is switched on or off.
    setVisible(trained_);
    slider_->setScale(SliderScale {
        .kind = SliderScale::Kind::linear, .low = 0, .high = double(std::max(1, steps_)), .integer = true});
    showState();
}

void TimeBar::setStudy(const StudyPtr& study)
{
    study_ = study;
    kept_.clear();
    if (study->training)
        for (const KeptStep& kept : study->training->kept)
            kept_ << kept.step;
    showState();
}

void TimeBar::setStep(int step)
{
    step_ = step;
    showState();
}

void TimeBar::choose(int step) { go(placeOf(step)); }

/// Returns whether the training is over.
bool TimeBar::isReady() const
{
    return trained_ && study_ && study_->training && study_->training->last && kept_.size() > 1;
}

int TimeBar::placeOf(int step) const
{
    return std::max<int>(0, int(std::upper_bound(kept_.begin(), kept_.end(), step) - kept_.begin()) - 1);
}

void TimeBar::go(int place)
{
    if (!isReady())
        return showState();
    const int step = kept_[std::clamp<int>(place, 0, int(kept_.size()) - 1)];
    const bool other = step != step_;
    setStep(step);
    if (other)
        emit stepChosen(step);
}

void TimeBar::setPlaying(bool playing)
{
    if (!playing) {
        clock_.stop();
    } else {
        if (placeOf(step_) + 1 >= kept_.size())
            go(0);
        clock_.start();
    }
    showState();
    emit playingChanged();
}

/// Plays as fast as studies are computed, so that none is skipped.
void TimeBar::tick()
{
    if (!isReady() || study_->step != step_ || study_->stage != Stage::full)
        return;
    const int next = placeOf(step_) + 1;
    if (next < kept_.size())
        go(next);
    else if (loop_->isChecked())
        go(0);
    else
        play_->setChecked(false);
}

void TimeBar::showState()
{
    const bool ready = isReady();
    const int place = placeOf(step_);
    toStart_->setEnabled(ready && step_ > 0);
    back_->setEnabled(ready && place > 0);
    forward_->setEnabled(ready && place + 1 < kept_.size());
    play_->setEnabled(ready || play_->isChecked());
    if (!trained_)
        play_->setChecked(false);
    play_->setText(play_->isChecked() ? tr("&Pause") : tr("&Play"));
    slider_->setEnabled(ready);
    slider_->setValue(step_);
    const TrainingRun* run = study_ && trained_ ? study_->training.get() : nullptr;
    QString words = trained_ && study_ && is_coming(study_->stage) ? tr("training…") : tr("not trained");
    if (run && !run->last) {
        words = tr("training: %1 of %2").arg(run->steps.size()).arg(steps_);
    } else if (run) {
        const auto step = std::size_t(std::max(0, step_));
        const double loss = step < run->steps.size() ? run->steps[step].loss : run->last_loss;
        words = tr("of %1 · loss %2").arg(steps_).arg(pretty(loss));
    }
    words_->setText(words);
    // the text must not change the layout
    words_->setMinimumWidth(std::max(words_->minimumWidth(), words_->sizeHint().width()));
}

}   // namespace stepzero
