// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"

#include <QDir>
#include <utility>

#include "app/value_command.h"
#include "app/worker.h"
#include "core/files/experiment_file.h"
#include "core/files/title.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

/// All steps of a lesson as one command, recognized by its type.
struct StepsCommand : ValueCommand<Experiment> {
    using ValueCommand::ValueCommand;
};

}   // namespace

Document::Document(QObject* parent) : QObject(parent)
{
    undo_.setUndoLimit(1000);
    connect(&undo_, &QUndoStack::cleanChanged, this, &Document::dirtyChanged);
    connect(&undo_, &QUndoStack::indexChanged, this, [this](int index) {
        if (steps_ && !quiet_ && index < steps_->from) {   // the user has undone edits from before the steps
            steps_->from = index;
            steps_->own.experiment = experiment_;
        }
    });
}

void Document::show(const Experiment& experiment, bool dragging)
{
    experiment_ = experiment;
    if (!quiet_)
        emit experimentChanged(dragging);
}

void Document::edit(const Experiment& experiment, const EditInfo& info)
{
    if (experiment == experiment_)
        return;
    undo_.push(new ValueCommand<Experiment>(
        experiment_, experiment, info, [this](const Experiment& value, bool dragging) { show(value, dragging); }));
}

void Document::beginSteps(const QString& text)
{
    endSteps();
    const int index = undo_.index();
    const auto* before = index > 0 ? dynamic_cast<const StepsCommand*>(undo_.command(index - 1)) : nullptr;
    stepsSaved_ = stepsSaved_ && own();
    steps_ = before ? Steps {index - 1, {before->before(), text}} : Steps {index, {experiment_, text}};
}

void Document::endSteps()
{
    const auto steps = std::exchange(steps_, std::nullopt);
    if (!steps || undo_.index() == steps->from)
        return;
    for (int i = steps->from; i < undo_.index(); ++i)
        if (undo_.command(i)->childCount() > 0)
            return;   // the pin's half of the edit would be undone
    const Experiment after = experiment_;
    const bool clean = undo_.isClean();
    quiet_ = true;
    undo_.setIndex(steps->from);
    quiet_ = false;
    if (after == experiment_)
        return;
    pushSteps(steps->own, after);
    if (clean)
        undo_.setClean();
}

void Document::pushSteps(const Own& own, const Experiment& after)
{
    quiet_ = true;
    undo_.push(new StepsCommand(own.experiment, after, {own.text, {}, false},
        [this](const Experiment& value, bool dragging) { show(value, dragging); }));
    quiet_ = false;
}

std::optional<Document::Own> Document::own() const
{
    if (steps_ && undo_.index() > steps_->from)
        return steps_->own;
    for (int i = undo_.index() - 1; i >= 0; --i)
        if (const auto* steps = dynamic_cast<const StepsCommand*>(undo_.command(i)))
            return Own {steps->before(), steps->text()};
    return std::nullopt;
}

void Document::replace(const Experiment& experiment, const QString& path, bool saved, const std::optional<Own>& own)
{
    quiet_ = true;
    undo_.clear();
    quiet_ = false;
    if (own && !(own->experiment == experiment))
        pushSteps(*own, experiment);
    if (saved)
        undo_.setClean();
    else
        undo_.resetClean();
    stepsSaved_ = false;
    if (steps_)
        steps_ = Steps {undo_.index(), {experiment, steps_->own.text}};
    path_ = path.isEmpty() ? QString() : QDir::cleanPath(QDir().absoluteFilePath(path));
    show(experiment, false);
    emit pathChanged();
    emit dirtyChanged();
}

bool Document::save(const QString& path, QString* error)
{
    Experiment saved = experiment_;
    if (has_outdated_title(saved))
        saved.title.clear();
    if (const auto failure = failureOf([&] { save_experiment(pathOf(path), saved); })) {
        *error = *failure;
        return false;
    }
    path_ = QDir::cleanPath(QDir().absoluteFilePath(path));
    undo_.setClean();
    stepsSaved_ = own().has_value();
    emit pathChanged();
    emit dirtyChanged();
    return true;
}

}   // namespace stepzero
