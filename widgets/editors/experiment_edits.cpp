// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/experiment_edits.h"

#include <QCheckBox>

#include "core/files/fields.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/train/default_training.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/glossary.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr qint64 burstMilliseconds = 700;   // edits by keys that are closer in time are one undo step
constexpr double smallestAbove = 0.001;   // lower end of the slider when the range excludes its own end

void showChoices(QComboBox* box, const std::vector<FieldChoice>& choices)
{
    bool same = box->count() == int(choices.size());
    for (int i = 0; same && i < box->count(); ++i)
        same = box->itemData(i).toString().toStdString() == choices[std::size_t(i)].name;
    if (same)
        return;
    box->clear();
    for (const FieldChoice& choice : choices) {
        const QString label = translated(choice.label).replace('_', ' ');
        box->addItem(label, QString::fromStdString(choice.name));
        box->setItemData(box->count() - 1, withDefinition(label), Qt::ToolTipRole);
    }
}

}   // namespace

QString labelOf(const Field& field) { return translated(field.words.label); }
QString labelOf(std::string_view path) { return labelOf(field_of(path)); }
QString helpOf(std::string_view path) { return translated(field_of(path).words.help); }

QString editOf(const Field& field)
{
    const QString name = translated(field.words.name);
    return name.left(1).toUpper() + name.mid(1);
}

bool ExperimentEdits::isValid(const Experiment& experiment) const
{
    if (valid_ == experiment)
        return true;
    const bool valid = validate(experiment).empty();
    if (valid)
        valid_ = experiment;
    return valid;
}

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
    for (Editor& editor : editors_)
        show(editor);
}

NumberBox* ExperimentEdits::box(std::string_view path)
{
    const Field& field = field_of(path);
    auto* box = new NumberBox(field.range.low, field.range.high, is_whole(field));
    add(box, field);
    connect(box, &NumberBox::edited, this, [this, &field](double value) {
        change(editOf(field), QString::fromStdString(field.path), [&](Experiment& e) { set_number(field, e, value); });
    });
    return box;
}

LabeledSlider* ExperimentEdits::slider(
    std::string_view path, const SliderScale& scale, const std::function<void(Experiment&, double)>& store)
{
    const Field& field = field_of(path);
    const double low = field.range.low + (field.numbers == Field::Numbers::above_low ? smallestAbove : 0);
    auto* slider = new LabeledSlider(labelOf(field), scale, low, field.range.high);
    add(slider, field);
    connect(slider, &LabeledSlider::dragStarted, this, &ExperimentEdits::beginDrag);
    connect(slider, &LabeledSlider::dragEnded, this, &ExperimentEdits::endDrag);
    connect(slider, &LabeledSlider::edited, this, [this, slider, store, &field](double value) {
        change(
            editOf(field), QString::fromStdString(field.path),
            [&](Experiment& e) { store ? store(e, value) : set_number(field, e, value); }, slider->isDragging());
    });
    return slider;
}

QCheckBox* ExperimentEdits::check(std::string_view path, const QString& text)
{
    const Field& field = field_of(path);
    auto* box = new QCheckBox(labelOf(field));
    add(box, field);
    connect(box, &QCheckBox::clicked, this, [this, text = text.isEmpty() ? editOf(field) : text, &field](bool on) {
        change(text, {}, [&](Experiment& e) { std::get<Place<bool>>(field.place)(e) = on; });
    });
    return box;
}

Combo* ExperimentEdits::combo(std::string_view path, const std::function<void(Experiment&, const std::string&)>& store)
{
    const Field& field = field_of(path);
    auto* box = new Combo;
    add(box, field);
    connect(box, &QComboBox::activated, this, [this, box, store, &field](int index) {
        const std::string word = box->itemData(index).toString().toStdString();
        change(editOf(field), {},
            [&](Experiment& e) { store ? store(e, word) : void(std::get<Place<std::string>>(field.place)(e) = word); });
    });
    return box;
}

ChoiceEditor* ExperimentEdits::choice(
    std::string_view path, QVector<Choice> choices, const std::function<void(Experiment&, const Selection&)>& store)
{
    const Field& field = field_of(path);
    auto* editor = new ChoiceEditor(labelOf(field), std::move(choices),
        [](const std::string&, const ParameterInfo&) { return std::optional<SliderRow>(); });
    editor->setObjectName(QString::fromStdString(field.path));
    follow(editor, editOf(field), QString::fromStdString(field.path), [editor, store](Experiment& e) {
        store(e, {editor->name(), editor->parameters()});
    });
    return editor;
}

void ExperimentEdits::add(QWidget* editor, const Field& field)
{
    editor->setObjectName(QString::fromStdString(field.path));
    if (!qobject_cast<QCheckBox*>(editor))
        editor->setAccessibleName(translated(field.words.name));
    show(editors_.emplace_back(editor, &field));
}

void ExperimentEdits::describe(QWidget* editor, const Field& own) const
{
    const QString help = translated(own.words.help);
    if (auto* slider = qobject_cast<LabeledSlider*>(editor)) {
        const NetworkKind& kind = kind_of(experiment_.network);
        Experiment usual = usual_experiment();
        usual.network = kind.network;
        usual.input = kind.input;
        slider->label()->setText(labelOf(own));
        slider->setHint(help);
        slider->setDefault(number_of(own, usual));
        return;
    }
    editor->setToolTip(qobject_cast<QCheckBox*>(editor) ? withDefinition(labelOf(own), help) : help);
    if (auto* box = qobject_cast<QComboBox*>(editor); box && !own.choices.empty())
        showChoices(box, own.choices);
}

void ExperimentEdits::show(Editor& editor) const
{
    const Field& field = *editor.field;
    if (const Field* own = find_field(experiment_.network, field.place); own && own != editor.described)
        describe(editor.widget, *(editor.described = own));
    if (field.part() == "train" && !experiment_.train)
        return;
    if (auto* slider = qobject_cast<LabeledSlider*>(editor.widget))
        return slider->setValue(number_of(field, experiment_));
    if (auto* number = qobject_cast<NumberBox*>(editor.widget))
        return number->setValue(number_of(field, experiment_));
    if (auto* flag = qobject_cast<QCheckBox*>(editor.widget))
        return flag->setChecked(std::get<Place<bool>>(field.place)(experiment_));
    auto* box = qobject_cast<QComboBox*>(editor.widget);
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
