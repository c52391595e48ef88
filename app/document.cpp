// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"

#include <QDir>
#include <QUndoCommand>

#include "core/exchange/experiment_file.h"

namespace stepzero {

/// The one command there is: from one experiment to another.
class ExperimentCommand : public QUndoCommand {
public:
    ExperimentCommand(Document* document, const Experiment& after, const EditInfo& info)
        : QUndoCommand(info.text), document_(document), before_(document->experiment()), after_(after),
          key_(info.mergeKey)
    {
    }

    int id() const override { return 1; }
    void undo() override { document_->show(before_, false); }
    void redo() override { document_->show(after_, document_->dragging_); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const ExperimentCommand*>(other);
        if (key_.isEmpty() || next->key_ != key_)
            return false;
        after_ = next->after_;
        setObsolete(after_ == before_);   // dragged there and back
        return true;
    }

private:
    Document* document_;
    Experiment before_, after_;
    QString key_;
};

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
    dragging_ = info.dragging;
    undo_.push(new ExperimentCommand(this, experiment, info));
    dragging_ = false;
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
    try {
        save_experiment(path.toStdString(), experiment_);
    } catch (const FileError& failure) {
        *error = QString::fromUtf8(failure.what());
        return false;
    }
    path_ = QDir::cleanPath(QDir().absoluteFilePath(path));
    undo_.setClean();
    emit pathChanged();
    emit dirtyChanged();
    return true;
}

}   // namespace stepzero
