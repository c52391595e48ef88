// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the experiment that the rows of a panel edit. Each row takes the experiment, changes its part and commits the
// result. Edits of one drag, or in quick succession by keys, share a merge key.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QVector>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/network/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

class QCheckBox;

namespace stepzero {

class ChoiceEditor;
class Combo;
class LabeledSlider;
class NumberBox;
struct Choice;
struct Field;
struct SliderScale;

/// Texts that a panel shows for a field: its label and help, and the name of an edit, as in "Undo Std of the input".
QString labelOf(const Field& field);
QString labelOf(std::string_view path);
QString helpOf(std::string_view path);
QString editOf(const Field& field);

class ExperimentEdits : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Experiment& experiment() const { return experiment_; }
    /// Returns whether an experiment is valid. Remembers the latest one, since an expression is judged before it is
    /// committed and shown.
    bool isValid(const Experiment& experiment) const;
    /// Shows the experiment in the editors of fields. Does not emit edited().
    void setExperiment(const Experiment& experiment);

    /// Stores a new value and emits edited(). `text` is shown as in "Undo Depth". `key` names what was edited; edits
    /// with an empty key are never merged.
    void commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging);
    /// Commits a copy of the present experiment that `store` has changed.
    void change(
        const QString& text, const QString& key, const std::function<void(Experiment&)>& store, bool dragging = false);
    void beginDrag();
    void endDrag();

    /// Create editors of fields (core/files/fields.h) by their paths, which become their object names. An editor takes
    /// label, help, range, choices and default from the field that the network has at that path. It shows the field's
    /// value and stores edits in it; where an edit has to change more, `store` does it.
    NumberBox* box(std::string_view path);
    LabeledSlider* slider(
        std::string_view path, const SliderScale& scale, const std::function<void(Experiment&, double)>& store = {});
    /// `text` is for EditInfo; empty: the name of the field.
    QCheckBox* check(std::string_view path, const QString& text = {});
    Combo* combo(std::string_view path, const std::function<void(Experiment&, const std::string&)>& store = {});
    /// Creates an editor for members of a registry, whose edits `store` stores. setChoice() shows the present member.
    ChoiceEditor* choice(std::string_view path, QVector<Choice> choices,
        const std::function<void(Experiment&, const Selection&)>& store);
    /// Commits the edits of an editor with several values. `key` is the merge key of its parameters' edits; the
    /// parameter's name is appended to it.
    void follow(
        ChoiceEditor* editor, const QString& text, const QString& key, const std::function<void(Experiment&)>& store);

signals:
    void edited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();

private:
    struct Editor {
        QWidget* widget;
        const Field* field;
        const Field* described = nullptr;   // the network's own field, whose label, help, choices and default are shown
    };
    void add(QWidget* editor, const Field& field);
    void describe(QWidget* editor, const Field& own) const;
    void show(Editor& editor) const;

    Experiment experiment_;
    mutable std::optional<Experiment> valid_;   // the latest valid one that isValid() was asked about
    std::vector<Editor> editors_;   // one for each shown field
    QString lastKey_;
    QElapsedTimer sinceEdit_;
    int burst_ = 0;   // counts drags and bursts of key presses
};

}   // namespace stepzero
