// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a panel's rows edit: each row takes it, changes its part, and hands it back. Edits of one drag,
// or in quick succession by keys, share a merge key.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>

#include "core/experiment/experiment.h"
#include "widgets/editors/edit_info.h"

class QCheckBox;

namespace stepzero {

class ChoiceEditor;
class LabeledSlider;
class NumberBox;

class ExperimentEdits : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Experiment& experiment() const { return experiment_; }
    /// Tells nobody.
    void setExperiment(const Experiment& experiment) { experiment_ = experiment; }

    /// Tells of a new value. `text` as in "Undo Depth"; `key` names what was edited, empty: never merged.
    void commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging);
    /// The same, by what becomes of the present one.
    void change(
        const QString& text, const QString& key, const std::function<void(Experiment&)>& store, bool dragging = false);
    void beginDrag();
    void endDrag();

    /// What editors store.
    LabeledSlider* follow(LabeledSlider* slider, const QString& text, const QString& hint, double byDefault,
        const std::function<void(Experiment&, double)>& store);
    void follow(
        NumberBox* box, const QString& text, const QString& key, const std::function<void(Experiment&, double)>& store);
    /// `key`: of its parameters' edits, with their names behind it.
    void follow(
        ChoiceEditor* editor, const QString& text, const QString& key, const std::function<void(Experiment&)>& store);
    void follow(QCheckBox* box, bool Measure::*flag);

signals:
    void edited(const stepzero::Experiment& experiment, const stepzero::EditInfo& info);
    void dragStarted();
    void dragEnded();

private:
    Experiment experiment_;
    QString lastKey_;
    QElapsedTimer sinceEdit_;
    int burst_ = 0;   // counts drags and bursts of key presses
};

}   // namespace stepzero
