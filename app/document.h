// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that the window works on, with its history and its file.
#pragma once

#include <QObject>
#include <QUndoStack>

#include "core/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

namespace stepzero {

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    const Experiment& experiment() const { return experiment_; }
    QUndoStack* undoStack() { return &undo_; }
    QString path() const { return path_; }
    bool isDirty() const { return !undo_.isClean(); }

    /// A new value that can be undone. Edits in a row with one merge key are one step.
    void edit(const Experiment& experiment, const EditInfo& info);
    /// Another document: forgets the history. `saved`: it is what the file holds.
    void replace(const Experiment& experiment, const QString& path, bool saved = true);
    /// Writes the experiment file. False and a sentence on failure; the old file is then untouched.
    bool save(const QString& path, QString* error);

signals:
    void experimentChanged(bool dragging);
    void pathChanged();
    void dirtyChanged();

private:
    void show(const Experiment& experiment, bool dragging);

    Experiment experiment_;
    QUndoStack undo_;
    QString path_;
};

}   // namespace stepzero
