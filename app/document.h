// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that the window works on, with its history and its file.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <optional>

#include "core/network/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

namespace stepzero {

class Document : public QObject {
    Q_OBJECT
public:
    /// The user's own experiment, before the steps of a lesson replaced it.
    struct Own {
        Experiment experiment;
        QString text;   ///< of the edit that replaced it
    };

    explicit Document(QObject* parent = nullptr);

    const Experiment& experiment() const { return experiment_; }
    QUndoStack* undoStack() { return &undo_; }
    QString path() const { return path_; }
    bool isDirty() const { return !undo_.isClean(); }

    /// A new value that can be undone. Edits in a row with one merge key are one step.
    void edit(const Experiment& experiment, const EditInfo& info);
    /// Another document: forgets the history. `saved`: it is what the file holds. `own`: what one undo brings back.
    void replace(const Experiment& experiment, const QString& path, bool saved = true,
        const std::optional<Own>& own = std::nullopt);
    /// The edits from beginSteps() to endSteps() become one, unless an edit among them changed a pin. In between each
    /// can be undone by itself. Steps that begin where others ended are one edit with them.
    void beginSteps(const QString& text);
    void endSteps();
    /// What there was before the last steps that are not undone, also while they go on.
    std::optional<Own> own() const;
    /// Whether the file at path() holds the user's own experiment, and another is shown in its place.
    bool hidesOwn() const { return own().has_value() && !stepsSaved_; }
    /// Writes the experiment file. False and a sentence on failure; the old file is then untouched.
    bool save(const QString& path, QString* error);

signals:
    void experimentChanged(bool dragging);
    void pathChanged();
    void dirtyChanged();

private:
    /// Steps that go on.
    struct Steps {
        int from;   ///< place in the history
        Own own;
    };
    void show(const Experiment& experiment, bool dragging);
    void pushSteps(const Own& own, const Experiment& after);

    Experiment experiment_;
    std::optional<Steps> steps_;
    bool stepsSaved_ = false;   // since they replaced the user's own
    bool quiet_ = false;   // the history is rearranged, and the experiment stays
    QUndoStack undo_;
    QString path_;
};

}   // namespace stepzero
