// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dial_bar.h"

#include <QAction>
#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>

#include "app/formula_label.h"
#include "app/pace_box.h"
#include "app/worker.h"
#include "app/workspace.h"
#include "core/files/validate.h"
#include "core/network/input/input_file.h"
#include "core/study/study.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/exact_slider.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

static constexpr int valuesColumn = 1;

QString valuesHint()
{
    return DialBar::tr("“1 .. 50” in steps of 1, “0.5 .. 4 : 30” for 30 evenly spaced, “8 .. 512 : 7 log” for 7 "
                       "log-spaced values, or names: “relu, tanh”");
}

DialBar::DialBar(QWidget* parent)
    : QFrame(parent), back_(new QAction(tr("Pre&vious value"), this)), play_(new QAction(tr("&Play"), this)),
      forward_(new QAction(tr("Ne&xt value"), this)), dial_(new Combo), values_(new QLineEdit),
      slider_(new ExactSlider), words_(new QLabel),
      pace_(new PaceBox(tr("Values per second; fewer if computing takes longer"))), loop_(new QCheckBox(tr("loop")))
{
    setAccessibleName(tr("animating a parameter"));
    setActive(true);
    play_->setCheckable(true);
    dial_->setAccessibleName(tr("parameter"));
    dial_->setToolTip(tr("The animated parameter"));
    dial_->setMinimumContentsLength(12);
    values_->setAccessibleName(tr("values"));
    values_->setToolTip(valuesHint());
    values_->setMinimumWidth(60);
    slider_->setAccessibleName(tr("position of the value"));
    slider_->setToolTip(tr("The current value"));
    words_->setForegroundRole(QPalette::PlaceholderText);
    words_->setMinimumWidth(1);
    loop_->setToolTip(tr("Loop: start again after the last value"));

    layOut();
    connectParts();
    connectSlider();
    clock_.setInterval(pace_->milliseconds());
    showState();
    hide();
}

void DialBar::layOut()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 1, 6, 1);
    grid->setSpacing(4);
    int column = 0;   // the parameter; valuesColumn is the next one
    const auto add = [&](QWidget* part, int stretch = 0) {
        grid->setColumnStretch(column, stretch);
        grid->addWidget(part, 1, column++);
    };
    add(dial_);
    add(values_, 2);
    for (QAction* action : {back_, play_, forward_}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        add(button);
    }
    add(slider_, 2);
    wordsColumn_ = column;
    add(words_, 2);
    for (QWidget* part : std::initializer_list<QWidget*> {pace_, loop_})
        add(part);
}

void DialBar::setStacked(bool stacked)
{
    auto* grid = static_cast<QGridLayout*>(layout());
    if (stacked)
        grid->addWidget(words_, 0, 0, 1, grid->columnCount());
    else
        grid->addWidget(words_, 1, wordsColumn_);
    grid->setColumnStretch(wordsColumn_, stacked ? 0 : 2);
    for (auto* button : findChildren<QToolButton*>())
        button->setVisible(!stacked || button->defaultAction() == play_);
}

void DialBar::setActive(bool active)
{
    back_->setShortcut(active ? QKeySequence("Ctrl+Shift+Left") : QKeySequence());
    play_->setShortcut(active ? QKeySequence("Ctrl+Shift+Space") : QKeySequence());
    forward_->setShortcut(active ? QKeySequence("Ctrl+Shift+Right") : QKeySequence());
}

void DialBar::connectParts()
{
    connect(back_, &QAction::triggered, this, [this] { move(-1); });
    connect(forward_, &QAction::triggered, this, [this] { move(1); });
    connect(play_, &QAction::toggled, this, &DialBar::setPlaying);
    connect(&clock_, &QTimer::timeout, this, &DialBar::tick);
    connect(pace_, &QComboBox::currentIndexChanged, this, [this] { clock_.setInterval(pace_->milliseconds()); });
    connect(dial_, &QComboBox::activated, this, [this](int which) { (void)choose(dials_[std::size_t(which)].path); });
    connect(values_, &QLineEdit::editingFinished, this, [this] {
        play_->setChecked(false);
        takeValues();
    });
}

void DialBar::connectSlider()
{
    // Keys and mouse have the same effect. All values of one drag are one undo step.
    auto* slider = static_cast<ExactSlider*>(slider_);
    connect(slider, &QSlider::sliderPressed, this, [this] {
        ++plays_;
        emit movingChanged();
    });
    connect(slider, &QSlider::sliderReleased, this, [this] {
        go(place_);
        emit movingChanged();
    });
    connect(slider, &ExactSlider::dragged, this, [this, slider](int position) {
        play_->setChecked(false);
        go(std::size_t(slider->scale().value(position)));
    });
    connect(slider, &ExactSlider::stepped, this, &DialBar::move);
    connect(slider, &ExactSlider::jumped, this, [this](bool toHigh) { move(toHigh ? 1 << 20 : -(1 << 20)); });
}

void DialBar::setWorkspace(Workspace& workspace)
{
    setStep(workspace.focus().step);
    setExperiment(workspace.experiment());
    if (workspace.study())
        setStudy(workspace.study(), workspace.showsExperiment());
    connect(&workspace, &Workspace::experimentChanged, this, [this, &workspace] {
        setStep(workspace.focus().step);
        setExperiment(workspace.experiment());
    });
    connect(&workspace, &Workspace::focusChanged, this, [this, &workspace] { setStep(workspace.focus().step); });
    connect(&workspace, &Workspace::studyChanged, this,
        [this, &workspace](const StudyPtr& study) { setStudy(study, workspace.showsExperiment()); });
    connect(this, &DialBar::edited, &workspace.document(), &Document::edit);
}

std::string DialBar::path() const
{
    return dial_->currentIndex() < 0 ? "network.depth" : dials_[std::size_t(dial_->currentIndex())].path;
}

void DialBar::setCompact(bool compact)
{
    compact_ = compact;
    for (QWidget* part : std::initializer_list<QWidget*> {dial_, values_, pace_, loop_})
        part->setVisible(!compact);
    static_cast<QGridLayout*>(layout())->setColumnStretch(valuesColumn, compact ? 0 : 2);
    words_->setForegroundRole(compact ? QPalette::WindowText : QPalette::PlaceholderText);
}

QString DialBar::words() const { return words_->text(); }
int DialBar::perSecond() const { return pace_->perSecond(); }
bool DialBar::isMoving() const { return isPlaying() || slider_->isSliderDown(); }

void DialBar::setExperiment(const Experiment& experiment)
{
    experiment_ = experiment;
    ready_ = taken_ = false;
    if (own_)
        return;
    play_->setChecked(false);
    if (isVisible())
        takeDials();
}

void DialBar::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    takeDials();
}

/// Updates the parameters that can be played, and keeps the chosen one.
void DialBar::takeDials()
{
    if (!validate(experiment_).empty()) {
        sweep_.reset();
        return showState();
    }
    const std::string chosen = path();
    dials_ = dials(experiment_);
    taken_ = true;
    const std::size_t first = first_dial(dials_, chosen);
    const bool kept = dials_[first].path == chosen;
    {
        const QSignalBlocker blocker(dial_);
        dial_->clear();
        for (const Dial& dial : dials_)
            dial_->addItem(translated(dial.label));
        dial_->setCurrentIndex(int(first));
    }
    if (!kept || values_->text().isEmpty())
        values_->setText(QString::fromStdString(dials_[std::size_t(dial_->currentIndex())].text));
    takeValues();
}

bool DialBar::choose(std::string path, const QString& text)
{
    play_->setChecked(false);
    if (!taken_)
        takeDials();
    for (std::size_t i = 0; i < dials_.size(); ++i)
        if (dials_[i].path == path) {
            dial_->setCurrentIndex(int(i));
            values_->setText(text.isEmpty() ? QString::fromStdString(dials_[i].text) : text);
            takeValues();
            return true;
        }
    return false;
}

void DialBar::takeValues()
{
    sweep_.reset();
    problem_.clear();
    if (dial_->currentIndex() < 0)
        return showState();
    try {
        sweep_ = sweep_of(experiment_, dials_[std::size_t(dial_->currentIndex())].path, values_->text().toStdString());
        place_ = nearest_frame(experiment_, step_, *sweep_);
        static_cast<ExactSlider*>(slider_)->setScale(
            {SliderScale::Kind::linear, 0, double(std::max<std::size_t>(1, sweep_->values.size() - 1)), true, 0});
    } catch (const BadInput& error) {
        problem_ = asSentence(translated(text_of(error)));
    }
    showState();
}

void DialBar::setStudy(const StudyPtr& study, bool current)
{
    const bool trained = isTrained();
    study_ = study;
    ready_ = current && study->stage != Stage::theory;
    if (isTrained() != trained)
        showState();
}

void DialBar::setStep(int step)
{
    if (step == step_)
        return;
    step_ = step;
    if (!ofSteps())
        return;
    if (!own_) {
        play_->setChecked(false);
        place_ = nearest_frame(experiment_, step_, *sweep_);
    }
    showState();
}

/// Returns whether the training is over, so that there are steps to choose from.
bool DialBar::isTrained() const { return study_ && study_->training && study_->training->last; }

/// Returns whether the requested study is on the board.
bool DialBar::isReady() const
{
    return ready_ && (!ofSteps() || (isTrained() && study_->stage == Stage::full && study_->step == step_));
}

/// Moves by values. For steps of training, it moves to the next kept step.
void DialBar::move(int by)
{
    if (!sweep_ || (ofSteps() && !isTrained()))
        return;
    if (!isMoving())
        ++plays_;
    const int step = step_;
    std::size_t before;
    do {
        before = place_;
        go(std::size_t(
            std::clamp<std::ptrdiff_t>(std::ptrdiff_t(place_) + by, 0, std::ptrdiff_t(sweep_->values.size()) - 1)));
    } while (ofSteps() && step_ == step && place_ != before);
}

void DialBar::go(std::size_t place)
{
    if (!sweep_)
        return;
    place_ = std::min(place, sweep_->values.size() - 1);
    try {
        const SweepFrame frame = frame_at(experiment_, *sweep_, place_);
        const QScopedValueRollback own(own_, true);
        if (ofSteps())
            emit stepChosen(frame.step);
        else
            emit edited(frame.experiment,
                {tr("Play %1").arg(translated(sweep_->label)), QStringLiteral("play-%1").arg(plays_),
                    slider_->isSliderDown()});
    } catch (const BadInput& error) {
        problem_ = asSentence(translated(text_of(error)));
        play_->setChecked(false);
        return showState();
    }
    problem_.clear();
    showState();
}

void DialBar::setPlaying(bool playing)
{
    if (!playing) {
        clock_.stop();
    } else if (sweep_) {
        ++plays_;
        ready_ = true;   // the first value is shown already, or is requested first
        clock_.start();
        go(place_ + 1 < sweep_->values.size() ? place_ : 0);
    } else {
        play_->setChecked(false);
    }
    showState();
    emit movingChanged();
}

void DialBar::tick()
{
    if (!sweep_ || !isReady())
        return;
    if (place_ + 1 < sweep_->values.size())
        go(place_ + 1);
    else if (loop_->isChecked())
        go(0);
    else
        play_->setChecked(false);
}

void DialBar::showState()
{
    const bool untrained = ofSteps() && !isTrained(), good = sweep_.has_value() && !untrained;
    back_->setEnabled(good && place_ > 0);
    forward_->setEnabled(good && place_ + 1 < sweep_->values.size());
    play_->setEnabled(good);
    play_->setText(play_->isChecked() ? tr("&Pause") : tr("&Play"));
    slider_->setEnabled(good);
    if (good && !slider_->isSliderDown())
        slider_->setSliderPosition(static_cast<ExactSlider*>(slider_)->scale().position(double(place_)));
    QString words;
    if (good) {
        QString label = translated(present_label(experiment_, step_, *sweep_));
        if (compact_ && sweep_->numbers && label.contains('e'))
            label = pretty(label.toDouble());   // shortens numbers such as 1e-06
        words = compact_ ? translated(sweep_->label) + QStringLiteral(" ") + label
                         : tr("%1 · %2 of %3").arg(label).arg(place_ + 1).arg(sweep_->values.size());
    }
    if (untrained)
        words = tr("not trained yet");
    setSentence(words_, problem_.isEmpty() ? words : problem_);
    words_->setToolTip(problem_);
}

}   // namespace stepzero
