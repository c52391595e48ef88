// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/experiment_edits.h"

#include <QCheckBox>

#include "core/train/default_training.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/labeled_slider.h"

namespace stepzero {

constexpr qint64 burstMilliseconds = 700;   // key presses closer than this are one undo step

void ExperimentEdits::commit(const Experiment& experiment, const QString& text, const QString& key, bool dragging)
{
    if (!dragging && (key.isEmpty() || key != lastKey_ || sinceEdit_.elapsed() > burstMilliseconds))
        ++burst_;
    lastKey_ = key;
    sinceEdit_.start();
    experiment_ = experiment;
    emit edited(
        experiment_, {text, key.isEmpty() ? QString() : QStringLiteral("%1 %2").arg(key).arg(burst_), dragging});
}

void ExperimentEdits::change(
    const QString& text, const QString& key, const std::function<void(Experiment&)>& store, bool dragging)
{
    Experiment next = experiment_;
    store(next);
    fit_training(next);
    commit(next, text, key, dragging);
}

void ExperimentEdits::beginDrag()
{
    ++burst_;
    lastKey_.clear();
    emit dragStarted();
}

void ExperimentEdits::endDrag()
{
    ++burst_;
    lastKey_.clear();
    emit dragEnded();
}

LabeledSlider* ExperimentEdits::follow(LabeledSlider* slider, const QString& text, const QString& hint,
    double byDefault, const std::function<void(Experiment&, double)>& store)
{
    slider->setDefault(byDefault);
    slider->setHint(hint);
    connect(slider, &LabeledSlider::dragStarted, this, &ExperimentEdits::beginDrag);
    connect(slider, &LabeledSlider::dragEnded, this, &ExperimentEdits::endDrag);
    connect(slider, &LabeledSlider::edited, this, [this, slider, text, store](double value) {
        change(
            text, text, [&](Experiment& e) { store(e, value); }, slider->isDragging());
    });
    return slider;
}

void ExperimentEdits::follow(
    NumberBox* box, const QString& text, const QString& key, const std::function<void(Experiment&, double)>& store)
{
    connect(box, &NumberBox::edited, this,
        [this, text, key, store](double value) { change(text, key, [&](Experiment& e) { store(e, value); }); });
}

void ExperimentEdits::follow(
    ChoiceEditor* editor, const QString& text, const QString& key, const std::function<void(Experiment&)>& store)
{
    connect(editor, &ChoiceEditor::dragStarted, this, &ExperimentEdits::beginDrag);
    connect(editor, &ChoiceEditor::dragEnded, this, &ExperimentEdits::endDrag);
    connect(editor, &ChoiceEditor::edited, this, [this, text, key, store](const QString& parameter, bool dragging) {
        change(text, parameter.isEmpty() ? QString() : key + '.' + parameter, store, dragging);
    });
}

void ExperimentEdits::follow(QCheckBox* box, bool Measure::*flag)
{
    connect(box, &QCheckBox::clicked, this, [this, text = tr("Measure %1").arg(box->text()), flag](bool on) {
        change(text, {}, [&](Experiment& e) { e.measure.*flag = on; });
    });
}

}   // namespace stepzero
