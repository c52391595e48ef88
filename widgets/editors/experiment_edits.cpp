// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/experiment_edits.h"

#include <QCheckBox>

#include "core/files/fields.h"
#include "core/train/default_training.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr qint64 burstMilliseconds = 700;   // key presses closer than this are one undo step
constexpr double smallestAbove = 0.001;   // the end of a range that does not belong to it

void showChoices(QComboBox* box, const std::vector<FieldChoice>& choices)
{
    bool same = box->count() == int(choices.size());
    for (int i = 0; same && i < box->count(); ++i)
        same = box->itemData(i).toString().toStdString() == choices[std::size_t(i)].name;
    if (same)
        return;
    box->clear();
    for (const FieldChoice& choice : choices)
        box->addItem(spoken(choice.label).replace('_', ' '), QString::fromStdString(choice.name));
}

}   // namespace

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

void ExperimentEdits::setExperiment(const Experiment& experiment)
{
    experiment_ = experiment;
    for (const auto& [editor, field] : editors_)
        show(editor, *field);
}

NumberBox* ExperimentEdits::box(std::string_view path, const QString& text)
{
    const Field& field = field_of(path);
    auto* box = new NumberBox(field.range.low, field.range.high, is_whole(field));
    add(box, field);
    connect(box, &NumberBox::edited, this, [this, text, &field](double value) {
        change(text, QString::fromStdString(field.path), [&](Experiment& e) { set_number(field, e, value); });
    });
    return box;
}

LabeledSlider* ExperimentEdits::slider(std::string_view path, const QString& label, const SliderScale& scale,
    const QString& text, const QString& hint, const std::function<void(Experiment&, double)>& store)
{
    const Field& field = field_of(path);
    const double low = field.range.low + (field.numbers == Field::Numbers::above_low ? smallestAbove : 0);
    auto* slider = new LabeledSlider(label, scale, low, field.range.high);
    add(slider, field);
    slider->setDefault(number_of(field, usual_experiment()));
    slider->setHint(hint);
    connect(slider, &LabeledSlider::dragStarted, this, &ExperimentEdits::beginDrag);
    connect(slider, &LabeledSlider::dragEnded, this, &ExperimentEdits::endDrag);
    connect(slider, &LabeledSlider::edited, this, [this, slider, text, store, &field](double value) {
        change(
            text, text, [&](Experiment& e) { store ? store(e, value) : set_number(field, e, value); },
            slider->isDragging());
    });
    return slider;
}

QCheckBox* ExperimentEdits::check(std::string_view path, const QString& label, const QString& text, const QString& hint)
{
    const Field& field = field_of(path);
    auto* box = new QCheckBox(label);
    add(box, field);
    box->setToolTip(hint);
    connect(box, &QCheckBox::clicked, this, [this, text, &field](bool on) {
        change(text, {}, [&](Experiment& e) { std::get<Place<bool>>(field.place)(e) = on; });
    });
    return box;
}

Combo* ExperimentEdits::combo(std::string_view path, const QString& text, const QString& hint,
    const std::function<void(Experiment&, const std::string&)>& store)
{
    const Field& field = field_of(path);
    auto* box = new Combo;
    showChoices(box, field.choices);
    add(box, field);
    box->setToolTip(hint);
    connect(box, &QComboBox::activated, this, [this, box, text, store, &field](int index) {
        const std::string word = box->itemData(index).toString().toStdString();
        change(text, {},
            [&](Experiment& e) { store ? store(e, word) : void(std::get<Place<std::string>>(field.place)(e) = word); });
    });
    return box;
}

void ExperimentEdits::add(QWidget* editor, const Field& field)
{
    editor->setObjectName(QString::fromStdString(field.path));
    editors_.emplace_back(editor, &field);
    show(editor, field);
}

void ExperimentEdits::show(QWidget* editor, const Field& field) const
{
    if (field.part() == "train" && !experiment_.train)
        return;
    if (auto* slider = qobject_cast<LabeledSlider*>(editor))
        return slider->setValue(number_of(field, experiment_));
    if (auto* number = qobject_cast<NumberBox*>(editor))
        return number->setValue(number_of(field, experiment_));
    if (auto* flag = qobject_cast<QCheckBox*>(editor))
        return flag->setChecked(std::get<Place<bool>>(field.place)(experiment_));
    auto* box = qobject_cast<QComboBox*>(editor);
    const Field* own = find_field(experiment_.network, field.path);
    if (own && !own->choices.empty())
        showChoices(box, own->choices);
    box->setCurrentIndex(box->findData(QString::fromStdString(std::get<Place<std::string>>(field.place)(experiment_))));
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

}   // namespace stepzero
