// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"

#include <QDir>

#include "app/value_command.h"
#include "app/worker.h"
#include "core/files/experiment_file.h"
#include "core/files/title.h"
#include "widgets/file_path.h"

namespace stepzero {

Document::Document(QObject* parent) : QObject(parent)
{
    undo_.setUndoLimit(1000);
    connect(&undo_, &QUndoStack::cleanChanged, this, &Document::dirtyChanged);
}

void Document::show(const Experiment& experiment, bool dragging)
{
    experiment_ = experiment;
    emit experimentChanged(dragging);
}

void Document::edit(const Experiment& experiment, const EditInfo& info)
{
    if (experiment == experiment_)
        return;
    undo_.push(new ValueCommand<Experiment>(
        experiment_, experiment, info, [this](const Experiment& value, bool dragging) { show(value, dragging); }));
}

void Document::replace(const Experiment& experiment, const QString& path, bool saved)
{
    undo_.clear();
    if (!saved)
        undo_.resetClean();
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
    emit pathChanged();
    emit dirtyChanged();
    return true;
}

}   // namespace stepzero
