// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a panel's rows edit: each row takes it, changes its part, and hands it back. Edits of one drag,
// or in quick succession by keys, share a merge key.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QVector>
#include <functional>
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

/// What a panel says of a field: of its row, and alone, as in "Undo Std of the input".
QString labelOf(const Field& field);
QString labelOf(std::string_view path);
QString helpOf(std::string_view path);
QString editOf(const Field& field);

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

    /// Editors of fields (core/files/fields.h) by their paths, which become their object names: they have the label,
    /// help, range, choices and default of the field that the network has at its place, show it, and store it, by
    /// `store` where that does more.
    NumberBox* box(std::string_view path);
    LabeledSlider* slider(
        std::string_view path, const SliderScale& scale, const std::function<void(Experiment&, double)>& store = {});
    /// `text` is for EditInfo; empty: the field's name.
    QCheckBox* check(std::string_view path, const QString& text = {});
    Combo* combo(std::string_view path, const std::function<void(Experiment&, const std::string&)>& store = {});
    /// Members of a registry, stored by `store`; setChoice() shows them.
    ChoiceEditor* choice(std::string_view path, QVector<Choice> choices,
        const std::function<void(Experiment&, const Selection&)>& store);
    /// What an editor of several values stores. `key`: of its parameters' edits, with their names behind it.
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
        const Field* described = nullptr;   // the network's own, whose label, help, choices and default are shown
    };
    void add(QWidget* editor, const Field& field);
    void describe(QWidget* editor, const Field& own) const;
    void show(Editor& editor) const;

    Experiment experiment_;
    std::vector<Editor> editors_;   // one for each field that is shown
    QString lastKey_;
    QElapsedTimer sinceEdit_;
    int burst_ = 0;   // counts drags and bursts of key presses
};

}   // namespace stepzero
