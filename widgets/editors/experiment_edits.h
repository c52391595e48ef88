// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a panel's rows edit: each row takes it, changes its part, and hands it back. Edits of one drag,
// or in quick succession by keys, share a merge key.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

class QCheckBox;

namespace stepzero {

class ChoiceEditor;
class Combo;
class LabeledSlider;
class NumberBox;
struct Field;
struct SliderScale;

class ExperimentEdits : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Experiment& experiment() const { return experiment_; }
    /// Shows it in the editors of fields. Does not emit edited().
    void setExperiment(const Experiment& experiment);

    /// Tells of a new value. `text` as in "Undo Depth"; `key` names what was edited, empty: never merged.
    void commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging);
    /// The same, by what becomes of the present one.
    void change(
        const QString& text, const QString& key, const std::function<void(Experiment&)>& store, bool dragging = false);
    void beginDrag();
    void endDrag();

    /// Editors of fields (core/files/fields.h) by their paths, which become their object names: they have the field's
    /// range, choices and default, show it, and store it, by `store` where that does more. `text` is for EditInfo.
    NumberBox* box(std::string_view path, const QString& text);
    LabeledSlider* slider(std::string_view path, const QString& label, const SliderScale& scale, const QString& text,
        const QString& hint, const std::function<void(Experiment&, double)>& store = {});
    QCheckBox* check(std::string_view path, const QString& label, const QString& text, const QString& hint);
    Combo* combo(std::string_view path, const QString& text, const QString& hint,
        const std::function<void(Experiment&, const std::string&)>& store = {});
    /// What an editor of several values stores. `key`: of its parameters' edits, with their names behind it.
    void follow(
        ChoiceEditor* editor, const QString& text, const QString& key, const std::function<void(Experiment&)>& store);

signals:
    void edited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();

private:
    void add(QWidget* editor, const Field& field);
    void show(QWidget* editor, const Field& field) const;

    Experiment experiment_;
    std::vector<std::pair<QWidget*, const Field*>> editors_;   // of fields
    QString lastKey_;
    QElapsedTimer sinceEdit_;
    int burst_ = 0;   // counts drags and bursts of key presses
};

}   // namespace stepzero
