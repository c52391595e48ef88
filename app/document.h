// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that the window edits, with its history and its file.
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
        QString text;   ///< text of the edit that replaced it
    };

    explicit Document(QObject* parent = nullptr);

    const Experiment& experiment() const { return experiment_; }
    QUndoStack* undoStack() { return &undo_; }
    QString path() const { return path_; }
    bool isDirty() const { return !undo_.isClean(); }

    /// Sets a new value as an undoable edit. Consecutive edits with one merge key are one step.
    void edit(const Experiment& experiment, const EditInfo& info);
    /// Replaces the document and clears the history. `saved` is true when the file has this experiment. `own` is what
    /// one undo restores.
    void replace(const Experiment& experiment, const QString& path, bool saved = true,
        const std::optional<Own>& own = std::nullopt);
    /// Merges the edits from beginSteps() to endSteps() into one, unless an edit among them changed a pin. In between,
    /// each can be undone separately. Steps that begin where others ended merge with them.
    void beginSteps(const QString& text);
    void endSteps();
    /// Returns the experiment before the last steps that were not undone, also while these are in progress.
    std::optional<Own> own() const;
    /// Returns whether the file at path() has the user's own experiment, while another one is shown.
    bool hidesOwn() const { return own().has_value() && !stepsSaved_; }
    /// Writes the experiment file. On failure it returns false, sets a sentence in `error`, and leaves the old file
    /// untouched.
    bool save(const QString& path, QString* error);

signals:
    void experimentChanged(bool dragging);
    void pathChanged();
    void dirtyChanged();

private:
    /// Steps in progress.
    struct Steps {
        int from;   ///< index in the history
        Own own;
    };
    void show(const Experiment& experiment, bool dragging);
    void pushSteps(const Own& own, const Experiment& after);

    Experiment experiment_;
    std::optional<Steps> steps_;
    bool stepsSaved_ = false;   // saved since the steps replaced the user's own experiment
    bool quiet_ = false;   // the history is being rearranged, while the experiment stays
    QUndoStack undo_;
    QString path_;
};

}   // namespace stepzero
