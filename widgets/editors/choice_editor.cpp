// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/choice_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/network/init/typed_law.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/field_row.h"
#include "widgets/editors/formula_edit.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_box.h"
#include "widgets/editors/parameter_values.h"
#include "widgets/language/glossary.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int sentenceRows = 2;   // rows for the error in a formula, usually taken from the filler

}   // namespace

ChoiceEditor::ChoiceEditor(const QString& label, QVector<Choice> choices,
    std::function<std::optional<SliderRow>(const std::string&, const ParameterInfo&)> sliderRow, QWidget* parent)
    : QWidget(parent), sliderRow_(std::move(sliderRow)), box_(new Combo(this)), room_(new QWidget(this)),
      sentence_(new QLabel(room_)), chip_(new QToolButton(room_)), more_(new QToolButton(this))
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
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setWordWrap(true);
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence_->setObjectName(QStringLiteral("sentence"));
    colorSentence();
    sentence_->setAccessibleName(tr("error in the formula"));
    sentence_->hide();
    room->addWidget(sentence_);
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
    showValues();
    box_->setToolTip(choice && !choice->hint.isEmpty() ? choice->hint : box_->accessibleName());
}

void ChoiceEditor::showValues()
{
    for (const Editor& editor : editors_) {
        editor.show(parameters_.at(editor.parameter));
        if (editor.law)
            showLaw(editor);
    }
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
    for (const ParameterInfo& info : choice.parameters)
        if (applies(info, parameters_) && (!info.quiet || showsQuiet(choice)))
            editors_.push_back(makeEditor(choice, info));
    sentence_->clear();
    sentence_->hide();
    const bool quiet = std::ranges::any_of(choice.parameters, &ParameterInfo::quiet);
    quietShown_ = quiet && showsQuiet(choice);
    more_->setVisible(quiet && !box_->isHidden());
    static_cast<QVBoxLayout*>(room_->layout())->insertWidget(0, area_);
    arrange();
}

/// Places the editors: those that stand alone across the row, and otherwise two per row. An expression takes the whole
/// row that its pair had, so that it stays where it is typed, and the other one follows.
void ChoiceEditor::arrange()
{
    auto* grid = static_cast<QGridLayout*>(area_->layout());
    while (QLayoutItem* item = grid->takeAt(0))
        delete item;   // its widget stays
    int row = 0;
    const auto put = [&](const Editor& editor, int column, bool whole) {
        const int columns = whole ? 4 : 2, named = editor.name ? 1 : 0;
        if (named) {
            editor.name->setInColumn(column == 0);
            grid->addWidget(editor.name, row, column);
        }
        grid->addWidget(editor.widget, row, column + named, 1, columns - named);
    };
    const auto wide = [](const Editor& editor) { return editor.law && editor.law->isWide(); };
    for (std::size_t i = 0; i < editors_.size(); ++i) {
        const Editor* first = &editors_[i];
        if (first->alone || i + 1 == editors_.size() || editors_[i + 1].alone) {
            put(*first, 0, first->alone || wide(*first));
            ++row;
            continue;
        }
        const Editor* second = &editors_[++i];
        const bool apart = wide(*first) || wide(*second);
        if (!wide(*first) && wide(*second))
            std::swap(first, second);
        put(*first, 0, wide(*first));
        row += apart ? 1 : 0;
        put(*second, apart ? 0 : 2, wide(*second));
        ++row;
        QWidget::setTabOrder(first->widget, second->widget);
    }
    usedRows_ = row;
    area_->setVisible(usedRows_ > 0);
    shareRoom();
}

/// Shows the reason why the text of an editor cannot be used; empty: it can. The latest reason is shown, or else the
/// first of the others.
void ChoiceEditor::showProblem(const std::string& parameter, const QString& problem)
{
    QString words;
    for (Editor& editor : editors_) {
        if (editor.parameter == parameter)
            editor.problem = problem;
        if (!editor.problem.isEmpty() && (words.isEmpty() || editor.parameter == parameter))
            words = editor.problem;
    }
    sentence_->setText(words);
    sentence_->setToolTip(words);
    sentence_->setVisible(!words.isEmpty());
    shareRoom();
}

void ChoiceEditor::showLaws(const std::map<std::string, LawValue>& values, const QString& variables)
{
    lawValues_ = values;
    variables_ = variables;
    for (const Editor& editor : editors_)
        if (editor.law)
            showLaw(editor);
}

/// Shows the value of an editor's expression next to it, and explains both in its tooltip.
void ChoiceEditor::showLaw(const Editor& editor)
{
    const auto rooted = [&](double value) { return editor.root ? std::sqrt(value) : value; };
    const auto shown = [&](double value) { return pretty(rooted(value)); };
    const auto found = lawValues_.find(editor.parameter);
    const LawValue* value = editor.law->law().isEmpty() || found == lawValues_.end() ? nullptr : &found->second;
    QStringList parts {editor.hint};
    if (value)
        parts << editor.law->law().toHtmlEscaped() + QStringLiteral(" = ") + shown(value->here);
    if (value && value->low != value->high)
        parts << tr("%1 to %2 in all layers").arg(shown(value->low), shown(value->high));
    if (!value)
        parts << tr("A number, or an expression such as %1").arg(QStringLiteral("sqrt(2/fan_in)"));
    if (!variables_.isEmpty())
        parts << variables_;
    const QString tip = QStringLiteral("<p>%1</p>").arg(parts.join(QStringLiteral("</p><p>")));
    editor.law->setResult(value ? QStringLiteral("= ") + shown(value->here) : QString());
    auto* slider = qobject_cast<LabeledSlider*>(editor.widget);
    if (!slider)
        return editor.law->setToolTip(tip);
    slider->setHint(tip);
    if (value)
        slider->setLawValue(rooted(value->here));
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
    const int taken = usedRows_ + (sentence_->text().isEmpty() ? 0 : sentenceRows) + (chip ? 1 : 0),
              all = std::max(rows_, taken + (quietShown_ ? 1 : 0));
    room_->setVisible(filler_ || taken > 0);
    const auto heightOf = [&](int rows) { return std::max(0, rows * rowHeight + (rows - 1) * layout()->spacing()); };
    sentence_->setFixedHeight(heightOf(sentenceRows));
    if (!filler_)
        return;
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
    if (event->type() == QEvent::PaletteChange)
        colorSentence();
}

void ChoiceEditor::colorSentence()
{
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, theme(themeFor(warning)).warning);
    sentence_->setPalette(warning);
}

ChoiceEditor::Editor ChoiceEditor::makeEditor(const Choice& choice, const ParameterInfo& info)
{
    if (is_numeric(info))
        if (const auto slider = sliderRow_(choice.name, info))
            return makeSlider(*slider, info);
    if (is_flag(info))
        return makeCheckBox(info);
    return isFormula(info) ? makeFormula(info) : makeField(info);
}

/// Makes a box that accepts expressions as well.
LawBox* ChoiceEditor::makeLawBox(const ParameterInfo& info, double low, double high, bool root)
{
    const auto stored
        = [root](const QString& typed) { return TypedNumber {(root ? squareOf(typed) : typed).toStdString()}; };
    const auto judge = [this, parameter = info.name, stored](const QString& typed) {
        const auto read = read_number_expression(typed.toStdString(), law_names());
        if (const auto* problem = std::get_if<FormulaProblem>(&read))
            return translated(problem->sentence);
        Parameters changed = parameters_;
        changed[parameter] = stored(typed);
        return judge_(parameter, changed);
    };
    auto* box = new LawBox(low, high, info.integer, judge, area_);
    connect(box, &LawBox::lawEdited, this,
        [this, parameter = info.name, stored](const QString& typed) { take(parameter, stored(typed), false); });
    connect(box, &LawBox::judged, this,
        [this, parameter = info.name](const QString& sentence) { showProblem(parameter, sentence); });
    return box;
}

ChoiceEditor::Editor ChoiceEditor::makeSlider(const SliderRow& row, const ParameterInfo& info)
{
    const bool root = row.root;
    const auto shown = [root](double value) { return root ? std::sqrt(value) : value; };
    LawBox* law = judge_ ? makeLawBox(info, row.low, row.high, root) : nullptr;
    auto* editor = law ? new LabeledSlider(row.label, row.scale, law, area_)
                       : new LabeledSlider(row.label, row.scale, row.low, row.high, area_);
    editor->setDefault(shown(std::get<double>(info.default_value)));
    const QString hint = row.hint.isEmpty() ? translated(info.label) : row.hint;
    editor->setHint(hint);
    if (row.mark)
        editor->slider()->setMark(*row.mark);
    connect(editor, &LabeledSlider::dragStarted, this, &ChoiceEditor::dragStarted);
    connect(editor, &LabeledSlider::dragEnded, this, &ChoiceEditor::dragEnded);
    connect(editor, &LabeledSlider::edited, this, [this, parameter = info.name, root, editor](double value) {
        take(parameter, root ? squareOf(value) : value, editor->isDragging());
    });
    const auto show = [editor, shown, root](const ParameterValue& value) {
        if (const std::string* typed = typed_text(value)) {
            const QString text = QString::fromStdString(*typed);
            editor->setLaw(root ? rootOf(text) : text);
        } else {
            editor->setValue(shown(std::get<double>(value)));
        }
    };
    return {
        .parameter = info.name, .widget = editor, .show = show, .alone = true, .law = law, .root = root, .hint = hint};
}

ChoiceEditor::Editor ChoiceEditor::makeCheckBox(const ParameterInfo& info)
{
    const QString label = translated(info.label);
    auto* editor = new QCheckBox(label, area_);
    editor->setToolTip(withDefinition(label, label));
    connect(editor, &QCheckBox::clicked, this,
        [this, parameter = info.name](bool on) { take(parameter, flag_value(on), false); });
    return {info.name, editor, [editor](const ParameterValue& v) { editor->setChecked(is_on(v)); }};
}

ChoiceEditor::Editor ChoiceEditor::makeFormula(const ParameterInfo& info)
{
    auto* name = new FieldName(translated(info.label), area_);
    auto* editor = new FormulaEdit(area_);
    editor->setAccessibleName(tr("formula of the activation"));
    name->setBuddy(editor);
    connect(editor, &FormulaEdit::edited, this,
        [this, parameter = info.name](const QString& formula) { take(parameter, formula.toStdString(), false); });
    connect(editor, &FormulaEdit::judged, this,
        [this, parameter = info.name](const QString& sentence) { showProblem(parameter, sentence); });
    return {.parameter = info.name,
        .widget = editor,
        .show
        = [editor](const ParameterValue& v) { editor->setFormula(QString::fromStdString(std::get<std::string>(v))); },
        .name = name,
        .alone = true};
}

/// Makes the editor of a number or a word. Two of them share a row of the panel, so long names are shortened as the
/// figures shorten them.
ChoiceEditor::Editor ChoiceEditor::makeField(const ParameterInfo& info)
{
    const QString label = translated(info.label);
    const std::string parameter = info.name;
    auto* name = new FieldName(QString(label).replace(tr("standard deviation"), tr("std")), area_);
    Editor made {.parameter = parameter, .widget = nullptr, .show = {}, .name = name, .hint = label};
    if (is_numeric(info)) {
        made.law = judge_ ? makeLawBox(info, info.low, info.high, false) : nullptr;
        NumberBox* editor = made.law ? made.law : new NumberBox(info.low, info.high, info.integer, area_);
        connect(editor, &NumberBox::edited, this, [this, parameter](double value) { take(parameter, value, false); });
        made.widget = editor;
        made.show = [editor, law = made.law](const ParameterValue& v) {
            if (const std::string* typed = typed_text(v); typed && law)
                law->setLaw(QString::fromStdString(*typed));
            else
                editor->setValue(std::get<double>(v));
        };
        if (made.law)
            connect(made.law, &LawBox::wideChanged, this, &ChoiceEditor::arrange);
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
            showValues();
            if (focused)
                after->setFocus();
        }
    }
    emit edited(QString::fromStdString(parameter), dragging);
}

}   // namespace stepzero
