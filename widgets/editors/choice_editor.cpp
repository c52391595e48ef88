// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/choice_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/editors/combo.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/formula_edit.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/language/glossary.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int sentenceRows = 2;   // rows for the error of a formula, usually taken from the filler

bool isFormula(const ParameterInfo& info)
{
    return std::holds_alternative<std::string>(info.default_value) && info.choices.empty();
}

/// Returns whether a value of another entry's parameter is valid for this one.
bool allows(const ParameterInfo& info, const ParameterValue& value)
{
    if (typed_text(value))
        return is_numeric(info);
    if (value.index() != info.default_value.index())
        return false;
    if (const auto* word = std::get_if<std::string>(&value))
        return info.choices.empty() || std::find(info.choices.begin(), info.choices.end(), *word) != info.choices.end();
    const double number = std::get<double>(value);
    return number >= info.low && number <= info.high && (!info.integer || number == double(qRound64(number)));
}

/// Returns a number for an editor that cannot show an expression; its tooltip then does.
double numberOr(const ParameterValue& value, double usual)
{
    return typed_text(value) ? usual : std::get<double>(value);
}

QString typedOr(const ParameterValue& value, const QString& hint)
{
    const std::string* typed = typed_text(value);
    return typed ? QString::fromStdString(*typed) : hint;
}

}   // namespace

ChoiceEditor::ChoiceEditor(const QString& label, QVector<Choice> choices,
    std::function<std::optional<SliderRow>(const std::string&, const ParameterInfo&)> sliderRow, QWidget* parent)
    : QWidget(parent), sliderRow_(std::move(sliderRow)), box_(new Combo(this)), room_(new QWidget(this)),
      chip_(new QToolButton(room_)), more_(new QToolButton(this))
{
    auto* name = new FieldName(label, this);
    name->setBuddy(box_);
    box_->setAccessibleName(label);
    setChoices(std::move(choices));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    if (label.isEmpty()) {
        name->hide();
        box_->hide();
    } else {
        auto* row = new QHBoxLayout;
        row->setSpacing(fieldSpacing);
        row->addWidget(name);
        row->addWidget(box_, 1);
        row->addWidget(more_);
        layout->addLayout(row);
    }
    more_->setText(QStringLiteral("…"));
    more_->setCheckable(true);
    more_->setToolTip(tr("Truncation, layout and dtype of the samples"));
    more_->setAccessibleName(tr("More about %1").arg(label));
    more_->hide();
    connect(more_, &QToolButton::clicked, this, [this] { setChoice(name_, Parameters(parameters_)); });
    chip_->hide();
    layout->addWidget(room_);
    auto* room = new QVBoxLayout(room_);
    room->setContentsMargins(0, 0, 0, 0);
    room->setSpacing(layout->spacing());
    room->addWidget(chip_, 0, Qt::AlignRight);
    connect(chip_, &QToolButton::clicked, this, &ChoiceEditor::chipClicked);

    connect(box_, &QComboBox::activated, this, [this](int index) {
        if (index < 0 || index >= choices_.size() || choices_[index].name == name_)
            return;
        const Choice& choice = choices_[index];
        Parameters kept;
        for (const ParameterInfo& info : choice.parameters)
            if (const auto found = parameters_.find(info.name);
                found != parameters_.end() && allows(info, found->second))
                kept[info.name] = found->second;
        setChoice(choice.name, kept);
        emit edited({}, false);
    });
}

void ChoiceEditor::setChoices(QVector<Choice> choices)
{
    choices_ = std::move(choices);
    box_->clear();
    for (const Choice& choice : choices_) {
        box_->addItem(choice.label, QString::fromStdString(choice.name));
        box_->setItemData(box_->count() - 1, choice.hint, Qt::ToolTipRole);
    }
}

void ChoiceEditor::setChip(const QString& text, const QString& hint)
{
    chip_->setText(text);
    chip_->setToolTip(hint);
    chip_->setVisible(!text.isEmpty());
    shareRoom();
}

const Choice* ChoiceEditor::find(const std::string& name) const
{
    const auto found = std::find_if(choices_.begin(), choices_.end(), [&](const Choice& c) { return c.name == name; });
    return found == choices_.end() ? nullptr : &*found;
}

void ChoiceEditor::setChoice(const std::string& name, const Parameters& parameters)
{
    const Choice* choice = find(name);
    box_->setCurrentIndex(choice ? int(choice - choices_.data()) : -1);
    const bool rebuild = name != name_ || !area_;
    name_ = name;
    parameters_ = choice ? completed(choice->parameters, parameters) : parameters;
    static const Choice none;
    showParameters(choice ? *choice : none, rebuild);
    for (const Editor& editor : editors_)
        editor.show(parameters_.at(editor.parameter));
    box_->setToolTip(choice && !choice->hint.isEmpty() ? choice->hint : box_->accessibleName());
}

bool ChoiceEditor::showsQuiet(const Choice& choice) const
{
    return more_->isChecked() || box_->isHidden()
        || std::ranges::any_of(choice.parameters,
            [&](const ParameterInfo& info) { return info.quiet && parameters_.at(info.name) != info.default_value; });
}

/// Shows the editors of those parameters that have an effect, given the values of the others.
void ChoiceEditor::showParameters(const Choice& choice, bool rebuild)
{
    const bool quiet = showsQuiet(choice);
    std::vector<std::string> shown, applicable;
    for (const Editor& editor : editors_)
        shown.push_back(editor.parameter);
    for (const ParameterInfo& info : choice.parameters)
        if (applies(info, parameters_) && (!info.quiet || quiet))
            applicable.push_back(info.name);
    if (rebuild || shown != applicable)
        build(choice);
}

void ChoiceEditor::build(const Choice& choice)
{
    editors_.clear();
    if (area_) {
        area_->hide();
        area_->deleteLater();   // an editor of the area may be the sender
    }
    area_ = new QWidget(room_);
    auto* grid = new QGridLayout(area_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(fieldSpacing);
    grid->setVerticalSpacing(layout()->spacing());
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    Place place {grid};
    for (const ParameterInfo& info : choice.parameters)
        if (applies(info, parameters_) && (!info.quiet || showsQuiet(choice)))
            editors_.push_back(makeEditor(choice, info, place));
    place.beginRow();
    usedRows_ = place.row;
    const bool quiet = std::ranges::any_of(choice.parameters, &ParameterInfo::quiet);
    quietShown_ = quiet && showsQuiet(choice);
    more_->setVisible(quiet && !box_->isHidden());
    static_cast<QVBoxLayout*>(room_->layout())->insertWidget(0, area_);
    area_->setVisible(usedRows_ > 0);
    shareRoom();
}

void ChoiceEditor::setFiller(QWidget* filler, int rows)
{
    filler_ = filler;
    rows_ = rows;
    room_->layout()->addWidget(filler);
    shareRoom();
}

/// Gives the filler the reserved rows that parameters and chip leave free.
void ChoiceEditor::shareRoom()
{
    if (!area_)
        return;
    const int rowHeight = std::max(box_->sizeHint().height(), NumberBox(0, 1, false, this).sizeHint().height());
    auto* grid = static_cast<QGridLayout*>(area_->layout());
    for (int i = 0; i < grid->rowCount(); ++i)
        grid->setRowMinimumHeight(i, i < usedRows_ ? rowHeight : 0);
    const bool chip = !chip_->text().isEmpty();
    const int taken = usedRows_ + (chip ? 1 : 0), all = std::max(rows_, taken + (quietShown_ ? 1 : 0));
    room_->setVisible(filler_ || taken > 0);
    if (!filler_)
        return;
    const auto heightOf = [&](int rows) { return std::max(0, rows * rowHeight + (rows - 1) * layout()->spacing()); };
    room_->setFixedHeight(heightOf(all));
    area_->setFixedHeight(heightOf(usedRows_));   // needed because a row may ask for one pixel more
    chip_->setFixedHeight(rowHeight);
    filler_->setVisible(taken < all);
    filler_->setFixedHeight(heightOf(all - taken));
}

void ChoiceEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        shareRoom();
}

ChoiceEditor::Editor ChoiceEditor::makeEditor(const Choice& choice, const ParameterInfo& info, Place& place)
{
    if (std::holds_alternative<double>(info.default_value))
        if (const auto slider = sliderRow_(choice.name, info))
            return makeSlider(*slider, info, place);
    if (is_flag(info))
        return makeCheckBox(info, place);
    return isFormula(info) ? makeFormula(info, place) : makeField(info, place);
}

ChoiceEditor::Editor ChoiceEditor::makeSlider(const SliderRow& row, const ParameterInfo& info, Place& place)
{
    const std::string parameter = info.name;
    const auto same = [](double x) { return x; };
    const auto shown = row.shown ? row.shown : same;
    const auto stored = row.stored ? row.stored : same;
    auto* editor = new LabeledSlider(row.label, row.scale, row.low, row.high, area_);
    editor->setDefault(shown(std::get<double>(info.default_value)));
    const QString hint = row.hint.isEmpty() ? translated(info.label) : row.hint;
    editor->setHint(hint);
    if (row.mark)
        editor->slider()->setMark(*row.mark);
    connect(editor, &LabeledSlider::dragStarted, this, &ChoiceEditor::dragStarted);
    connect(editor, &LabeledSlider::dragEnded, this, &ChoiceEditor::dragEnded);
    connect(editor, &LabeledSlider::edited, this,
        [this, parameter, stored, editor](double value) { take(parameter, stored(value), editor->isDragging()); });
    place.beginRow();
    place.grid->addWidget(editor, place.row++, 0, 1, 4);
    return {parameter, editor,
        [editor, shown, hint, usual = std::get<double>(info.default_value)](const ParameterValue& v) {
            editor->setValue(shown(numberOr(v, usual)));
            editor->setHint(typedOr(v, hint));
        }};
}

ChoiceEditor::Editor ChoiceEditor::makeCheckBox(const ParameterInfo& info, Place& place)
{
    const QString label = translated(info.label);
    auto* editor = new QCheckBox(label, area_);
    editor->setToolTip(withDefinition(label, label));
    connect(editor, &QCheckBox::clicked, this,
        [this, parameter = info.name](bool on) { take(parameter, flag_value(on), false); });
    place.grid->addWidget(editor, place.row, place.column, 1, 2);
    place.endField();
    return {info.name, editor, [editor](const ParameterValue& v) { editor->setChecked(is_on(v)); }};
}

ChoiceEditor::Editor ChoiceEditor::makeFormula(const ParameterInfo& info, Place& place)
{
    auto* name = new FieldName(translated(info.label), area_);
    auto* editor = new FormulaEdit(area_);
    auto* sentence = new QLabel(area_);
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence->setObjectName(QStringLiteral("sentence"));
    sentence->setAccessibleName(tr("error in the formula"));
    sentence->hide();
    editor->setAccessibleName(tr("formula of the activation"));
    name->setBuddy(editor);
    place.beginRow();
    place.grid->addWidget(name, place.row, 0);
    place.grid->addWidget(editor, place.row, 1, 1, 3);
    place.grid->addWidget(sentence, ++place.row, 0, sentenceRows, 4);
    connect(editor, &FormulaEdit::edited, this,
        [this, parameter = info.name](const QString& formula) { take(parameter, formula.toStdString(), false); });
    connect(editor, &FormulaEdit::judged, this, [this, sentence, above = place.row](const QString& words) {
        QPalette warning = palette();
        warning.setColor(QPalette::WindowText, theme(themeFor(warning)).warning);
        sentence->setPalette(warning);
        sentence->setText(words);
        sentence->setToolTip(words);
        sentence->setVisible(!words.isEmpty());
        usedRows_ = above + (words.isEmpty() ? 0 : sentenceRows);
        shareRoom();
    });
    return {info.name, editor,
        [editor](const ParameterValue& v) { editor->setFormula(QString::fromStdString(std::get<std::string>(v))); }};
}

/// Makes the editor of a number or a word. Two of them share a row of the panel, so long names are shortened as the
/// figures shorten them.
ChoiceEditor::Editor ChoiceEditor::makeField(const ParameterInfo& info, Place& place)
{
    const QString label = translated(info.label);
    const std::string parameter = info.name;
    const QString text = QString(label).replace(tr("standard deviation"), tr("std"));
    QLabel* name = place.column == 0 ? new FieldName(text, area_) : new TermLabel(text, area_);
    Editor made {parameter, nullptr, {}};
    if (std::holds_alternative<double>(info.default_value)) {
        auto* editor = new NumberBox(info.low, info.high, info.integer, area_);
        connect(editor, &NumberBox::edited, this, [this, parameter](double value) { take(parameter, value, false); });
        made.widget = editor;
        made.show = [editor, label, usual = std::get<double>(info.default_value)](const ParameterValue& v) {
            editor->setValue(numberOr(v, usual));
            editor->setToolTip(typedOr(v, label));
        };
    } else {
        auto* editor = new Combo(area_);
        for (std::size_t i = 0; i < info.choices.size(); ++i)
            editor->addItem(translated(choice_label(info, i)), QString::fromStdString(info.choices[i]));
        editor->setMinimumContentsLength(5);
        connect(editor, &QComboBox::activated, this, [this, parameter, editor](int index) {
            take(parameter, editor->itemData(index).toString().toStdString(), false);
        });
        made.widget = editor;
        made.show = [editor](const ParameterValue& v) {
            editor->setCurrentIndex(editor->findData(QString::fromStdString(std::get<std::string>(v))));
        };
    }
    made.widget->setAccessibleName(label);
    made.widget->setToolTip(label);
    name->setBuddy(made.widget);
    place.grid->addWidget(name, place.row, place.column);
    place.grid->addWidget(made.widget, place.row, place.column + 1);
    place.endField();
    return made;
}

QWidget* ChoiceEditor::parameterEditor(const std::string& parameter) const
{
    for (const Editor& editor : editors_)
        if (editor.parameter == parameter)
            return editor.widget;
    return nullptr;
}

void ChoiceEditor::take(const std::string& parameter, const ParameterValue& value, bool dragging)
{
    if (parameters_[parameter] == value)
        return;
    parameters_[parameter] = value;
    if (const Choice* choice = find(name_)) {
        const auto edited = std::ranges::find(choice->parameters, parameter, &ParameterInfo::name);
        if (edited->quiet)
            more_->setChecked(true);   // the rarely used parameters stay visible
        QWidget* before = parameterEditor(parameter);
        const bool focused = before->hasFocus();
        showParameters(*choice, false);
        if (QWidget* after = parameterEditor(parameter); after != before) {
            for (const Editor& editor : editors_)
                editor.show(parameters_.at(editor.parameter));
            if (focused)
                after->setFocus();
        }
    }
    emit edited(QString::fromStdString(parameter), dragging);
}

}   // namespace stepzero
