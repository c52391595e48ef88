// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace.h"

#include <algorithm>
#include <utility>

#include "core/study/grid/sweep.h"
#include "core/study/study.h"

namespace stepzero {

Workspace::Workspace() : runner_(theory_study, preview_study, full_study)
{
    connect(&document_, &Document::experimentChanged, this, &Workspace::takeExperiment);
    connect(&runner_, &StudyRunner::delivered, this, &Workspace::takeStudy);
    connect(&runner_, &StudyRunner::failed, this, [this] { stepping_.reset(); });
    connect(&runner_, &StudyRunner::cancelled, this, [this] { stepping_.reset(); });
    connect(&runner_, &StudyRunner::oldestCurrentChanged, this, [this] { emit currencyChanged(isCurrent()); });
    connect(&runner_, &StudyRunner::stateChanged, this,
        [this] { pins_.setWindowBusy(runner_.state() != StudyRunner::State::idle); });
    connect(&pins_, &PinList::changed, this, &Workspace::pinsChanged);
    connect(&fixes_, &FixPreview::changed, this, &Workspace::pinsChanged);
    connect(&fixes_, &FixPreview::failed, this, &Workspace::fixFailed);
    connect(&fixes_, &FixPreview::made, this,
        [this](const Experiment& before, const Experiment& after, const QString& label) {
            if (document_.experiment() == before)
                document_.edit(after, {label, {}, false});
        });
}

// Experiment

void Workspace::edit(const Experiment& experiment, const EditInfo& info, const Focus& focus)
{
    if (focus == focus_)
        return document_.edit(experiment, info);
    focus_ = focus;
    if (experiment == document_.experiment())
        takeExperiment(false);
    else
        document_.edit(experiment, info);
}

void Workspace::takeExperiment(bool dragging)
{
    fixes_.forget();
    const Experiment& experiment = document_.experiment();
    focus_.layer = std::clamp(focus_.layer, 1, depth(experiment.network));
    if (!experiment.train)
        focus_.step = 0;
    if (!dragging) {
        if (const std::string varied = moved_dial(settled_, experiment); !varied.empty())
            lastControl_ = QString::fromStdString(varied);
        settled_ = experiment;
    }
    ask(dragging);
    emit experimentChanged(dragging);
    reportFocus();
}

void Workspace::refresh()
{
    reported_ = {};
    takeExperiment(false);
    if (study_)
        takeStudy(study_);
    emit pinsChanged();
}

void Workspace::recompute()
{
    runner_.setRestored({});
    ask();
}

// Focus

void Workspace::moveFocus(const Focus& focus)
{
    if (focus == focus_)
        return;
    focus_ = focus;
    ask();
    reportFocus();
}

void Workspace::reportFocus()
{
    if (focus_ != reported_)
        emit focusChanged(std::exchange(reported_, focus_));
}

void Workspace::chooseLayer(int layer)
{
    Focus next = focus_;
    next.layer = std::clamp(layer, 1, depth(document_.experiment().network));
    moveFocus(next);
}

void Workspace::chooseMatrix(const QString& role)
{
    Focus next = focus_;
    next.matrix = role.toStdString();
    moveFocus(next);
}

void Workspace::chooseComparison(const QString& name)
{
    Focus next = focus_;
    next.comparison = name.toStdString();
    moveFocus(next);
}

void Workspace::chooseVariance(double q)
{
    Focus next = focus_;
    next.q = q;
    moveFocus(next);
}

void Workspace::chooseStep(int step)
{
    if (step == focus_.step)
        return;
    focus_.step = step;
    reportFocus();
    // During a fast drag, each request would stop the previous study, and the figures would not change.
    if (!stepping_)
        askForStep();
}

// Studies

void Workspace::ask(bool dragging)
{
    stepping_.reset();
    runner_.request(document_.experiment(), focus_, dragging);
}

void Workspace::askForStep()
{
    ask();
    stepping_ = focus_.step;
}

void Workspace::takeStudy(const StudyPtr& study)
{
    study_ = study;
    if (!is_coming(study->stage))
        if (const auto step = std::exchange(stepping_, std::nullopt); step && *step != focus_.step)
            askForStep();
    emit studyChanged(study);
    pins_.offer(study);
    if (study->stage == Stage::full && showsExperiment())
        history_.record(*study);
}

// Pins and fixes

QVector<Pin> Workspace::shownPins() const
{
    QVector<Pin> pins = pins_.pins();
    if (std::optional<Pin> after = fixes_.pin()) {
        const auto taken = [&pins](int style) {
            return std::any_of(pins.begin(), pins.end(), [style](const Pin& pin) { return pin.style == style; });
        };
        while (taken(after->style))
            ++after->style;
        pins << *after;
    }
    return pins;
}

int Workspace::lastShownPin() const
{
    const QVector<PinnedExperiment>& pins = pins_.entries();
    const auto shown
        = std::find_if(pins.crbegin(), pins.crend(), [](const PinnedExperiment& pinned) { return pinned.pin.visible; });
    return shown == pins.crend() ? 0 : shown->id;
}

/// Returns the full study of the experiment at the chosen step if it is the one shown, else null.
StudyPtr Workspace::studyToPin() const
{
    return showsExperiment() && study_->stage == Stage::full && study_->step == focus_.step ? study_ : nullptr;
}

void Workspace::pinExperiment() { pins_.add(document_.experiment(), focus_, studyToPin()); }

void Workspace::swapPin(int id)
{
    const PinnedExperiment* pinned = pins_.find(id);
    if (!pinned || pinned->experiment == document_.experiment())
        return;
    const PinnedExperiment before = *pinned;
    PinnedExperiment after;
    after.id = id;
    after.experiment = document_.experiment();
    after.focus = focus_;
    after.pin.study = studyToPin();
    after.pin.name = swapped_.first == after.experiment && !swapped_.second.isEmpty()
        ? swapped_.second
        : pins_.freeName(after.experiment, focus_.step);
    swapped_ = {before.experiment, before.pin.name};
    QUndoStack* undo = document_.undoStack();
    undo->beginMacro(tr("Swap with “%1”").arg(before.pin.name));
    undo->push(new PinSwapCommand(pins_, before, after));
    document_.edit(before.experiment, {});
    undo->endMacro();
}

void Workspace::takeFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.take(study, finding, fix);
}

void Workspace::previewFix(const StudyPtr& study, int finding, int fix)
{
    if (study->experiment == document_.experiment())
        fixes_.show(study, focus_, finding, fix);
}

void Workspace::disconnectWindow(QObject* window)
{
    QList<QObject*> listeners = window->findChildren<QObject*>();
    listeners << window;
    for (QObject* part :
        std::initializer_list<QObject*> {this, &document_, document_.undoStack(), &runner_, &pins_, &fixes_, &history_})
        for (QObject* listener : std::as_const(listeners))
            QObject::disconnect(part, nullptr, listener, nullptr);
}

}   // namespace stepzero
