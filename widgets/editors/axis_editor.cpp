// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/axis_editor.h"

#include <QAbstractItemModel>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/axis_values.h"
#include "core/study/grid/typed_numbers.h"
#include "widgets/editors/calm_view.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr int shownEntries = 7;   // the list scrolls beyond this number
constexpr int valueIndex = Qt::UserRole;   // role of an entry: its index in the values of the list

/// Returns "5, 10, 20". Many numbers that form a range are written as a range, since nobody can read a line of ten
/// thousand numbers.
QString numbersText(const GridAxis& axis, const Variable& variable)
{
    constexpr std::size_t mostListed = 30;
    std::vector<double> numbers;
    QStringList texts;
    for (const Json& value : axis.values) {
        numbers.push_back(number_of(value));
        texts << QString::fromStdString(number_text(numbers.back()));
    }
    if (numbers.size() > mostListed)
        for (const QString& count : {QString(), QStringLiteral(" : %1"), QStringLiteral(" : %1 log")}) {
            const QString range = texts.first() + QStringLiteral(" .. ") + texts.last()
                + (count.isEmpty() ? count : count.arg(numbers.size()));
            const auto read = numbers_in(range.toStdString(), variable);
            if (const auto* same = std::get_if<std::vector<double>>(&read); same && *same == numbers)
                return range;
        }
    return joinedText(texts, ", ");
}

}   // namespace

AxisEditor::AxisEditor(QWidget* parent) : QWidget(parent)
{
    rows_ = new QVBoxLayout(this);
    rows_->setContentsMargins(0, 2, 0, 8);
    rows_->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setSpacing(4);
    variable_ = new Combo(this);
    variable_->setAccessibleName(tr("varied parameter"));
    connect(variable_, &QComboBox::activated, this, &AxisEditor::chooseVariable);
    head->addWidget(variable_, 1);
    remove_ = new QToolButton(this);
    remove_->setText(tr("Remove"));
    remove_->setToolTip(tr("Remove this parameter from the study"));
    connect(remove_, &QToolButton::clicked, this, &AxisEditor::removeRequested);
    head->addWidget(remove_);
    rows_->addLayout(head);
    problem_ = new QLabel(this);
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->setObjectName("problem");
    problem_->hide();
    rows_->addWidget(problem_);
}

QString AxisEditor::problem() const { return problem_->text(); }

void AxisEditor::tell(const QString& problem)
{
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
}

void AxisEditor::setAxis(const GridAxis& axis, const std::vector<Variable>& all)
{
    all_ = all;
    axis_ = axis;
    const Variable* found = variable_of(axis, all_);
    const bool same = body_ && found && kind_ && found->path == kind_->path && found->kind == kind_->kind;
    const bool sameLines = body_ && !found && !kind_;
    kind_ = found ? std::optional(*found) : std::nullopt;
    variable_->clear();
    for (const Variable& variable : all_)
        variable_->addItem(translated(variable.label));
    if (found) {
        variable_->setCurrentIndex(int(found - all_.data()));
    } else {
        variable_->addItem(QString::fromStdString(axis.path));
        variable_->setCurrentIndex(variable_->count() - 1);
    }
    variable_->setToolTip(QString::fromStdString(axis.path));
    if (!same && !sameLines)
        build();
    showValues();
    tell({});
}

void AxisEditor::build()
{
    delete body_;
    numbers_ = nullptr;
    entries_ = nullptr;
    add_ = drop_ = nullptr;
    parameters_ = nullptr;
    lines_ = nullptr;
    body_ = new QWidget(this);
    auto* rows = new QVBoxLayout(body_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows_->insertWidget(1, body_);
    if (!kind_)
        buildLines();
    else if (kind_->kind == Variable::Kind::number)
        buildNumbers();
    else
        buildEntries();
}

void AxisEditor::buildNumbers()
{
    numbers_ = new QLineEdit(body_);
    numbers_->setAccessibleName(tr("values of the parameter"));
    numbers_->setToolTip(tr(
        "<p>Numbers separated by commas: <tt>5, 10, 20</tt></p><p><tt>1 .. 9</tt> gives steps of 1, <tt>0 .. 2 : "
        "9</tt> gives nine evenly spaced values, and <tt>10 .. 1000 : 7 log</tt> gives seven log-spaced values.</p>"));
    body_->layout()->addWidget(numbers_);
    connect(numbers_, &QLineEdit::textEdited, this, &AxisEditor::typed);
    connect(numbers_, &QLineEdit::editingFinished, this, [this] {
        if (problem().isEmpty())
            numbers_->setText(numbersText(axis_, *kind_));
    });
}

void AxisEditor::buildEntries()
{
    entries_ = new CalmView<QListWidget>(body_);
    entries_->setAccessibleName(tr("values of the parameter"));
    entries_->setToolTip(tr("Drag to move an entry; double-click to change its label"));
    entries_->setDragDropMode(QAbstractItemView::InternalMove);
    entries_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    entries_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    body_->layout()->addWidget(entries_);
    connect(entries_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        GridAxis next = axis_;
        const auto row = std::size_t(entries_->row(item));
        const std::string label = item->text().trimmed().toStdString();
        if (row >= next.labels.size() || label == next.labels[row])
            return;
        next.labels[row] = label.empty() ? file_labels_of({next.values[row]}, *kind_).front() : label;
        take(next, "label");
    });
    // The entries must not be refilled while the view is still moving rows.
    connect(entries_->model(), &QAbstractItemModel::rowsMoved, this, &AxisEditor::itemsMoved, Qt::QueuedConnection);
    connect(entries_, &QListWidget::currentRowChanged, this, [this] { showParameters(); });

    addButtons();
    if (parameters_)
        body_->layout()->addWidget(parameters_);
}

/// Adds the buttons that add and remove values.
void AxisEditor::addButtons()
{
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    add_ = new QToolButton(body_);
    add_->setText(tr("Add"));
    add_->setToolTip(tr("Add a value"));
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setMenu(valuesMenu());
    buttons->addWidget(add_);
    drop_ = new QToolButton(body_);
    drop_->setText(tr("Remove"));
    drop_->setToolTip(tr("Remove the selected value"));
    connect(drop_, &QToolButton::clicked, this, [this] {
        const int row = entries_->currentRow();
        if (row < 0 || axis_.values.size() < 2)
            return;
        GridAxis next = axis_;
        next.values.erase(next.values.begin() + row);
        next.labels.erase(next.labels.begin() + row);
        take(next, {});
    });
    buttons->addWidget(drop_);
    buttons->addStretch(1);
    static_cast<QVBoxLayout*>(body_->layout())->addLayout(buttons);
}

/// Returns the menu of the values that can be added. Schemes and activations also get an editor of their parameters.
QMenu* AxisEditor::valuesMenu()
{
    auto* menu = new QMenu(add_);
    if (kind_->kind == Variable::Kind::word) {
        for (std::size_t i = 0; i < kind_->choices.size(); ++i)
            menu->addAction(
                translated(kind_->choice_labels[i]), this, [this, value = kind_->choices[i]] { addValue(value); });
    } else {
        const bool scheme = kind_->kind == Variable::Kind::scheme;
        const QVector<Choice> choices = scheme
            ? schemeChoices(kind_->for_bias ? Role::bias : Role::weight, kind_->kernels)
            : activationChoices(kind_->gated);
        for (const Choice& choice : choices)
            menu->addAction(choice.label, this, [this, name = choice.name, scheme] {
                addValue(scheme ? json_of(Initializer {name, {}}) : value_of(Activation {name, {}}));
            });
        makeParameters(choices);
    }
    return menu;
}

void AxisEditor::makeParameters(const QVector<Choice>& choices)
{
    parameters_ = new ChoiceEditor(
        {}, choices, [](const std::string&, const ParameterInfo&) { return std::optional<SliderRow>(); }, body_);
    if (kind_->kind == Variable::Kind::scheme)
        parameters_->acceptExpressions([](const std::string&, const Parameters&) { return QString(); });
    connect(parameters_, &ChoiceEditor::edited, this, [this](const QString& parameter, bool) {
        const int row = entries_->currentRow();
        if (row < 0)
            return;
        GridAxis next = axis_;
        Json& value = next.values[std::size_t(row)];
        const bool named = next.labels[std::size_t(row)] == file_labels_of({value}, *kind_).front();
        value = kind_->kind == Variable::Kind::scheme
            ? json_of(Initializer {parameters_->name(), parameters_->parameters()})
            : value_of(Activation {parameters_->name(), parameters_->parameters()});
        if (named)   // a label that the user typed stays
            next.labels[std::size_t(row)] = file_labels_of({value}, *kind_).front();
        take(next, "value" + parameter);
    });
}

void AxisEditor::buildLines()
{
    lines_ = new QPlainTextEdit(body_);
    lines_->setAccessibleName(tr("values of the parameter"));
    lines_->setToolTip(tr("One value per line, as in an experiment file (JSON)"));
    lines_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    lines_->setLineWrapMode(QPlainTextEdit::NoWrap);
    lines_->setFixedHeight(lines_->fontMetrics().lineSpacing() * shownEntries + 12);
    body_->layout()->addWidget(lines_);
    connect(lines_, &QPlainTextEdit::textChanged, this, &AxisEditor::typed);
}

void AxisEditor::showValues()
{
    if (numbers_) {
        const auto shown = numbers_in(numbers_->text().toStdString(), *kind_);
        std::vector<double> numbers;
        for (const Json& value : axis_.values)
            numbers.push_back(number_of(value));
        // Text that is being typed stays unchanged as long as it means the same numbers.
        if (!std::holds_alternative<std::vector<double>>(shown) || std::get<std::vector<double>>(shown) != numbers)
            numbers_->setText(numbersText(axis_, *kind_));
    } else if (entries_) {
        const QSignalBlocker blocker(entries_);
        const int row = std::clamp(entries_->currentRow(), 0, int(axis_.values.size()) - 1);
        // Items are changed in place: an open item editor stays open, and only the list closes it.
        while (entries_->count() > int(axis_.labels.size()))
            delete entries_->takeItem(entries_->count() - 1);
        for (std::size_t i = 0; i < axis_.labels.size(); ++i) {
            QListWidgetItem* item = entries_->item(int(i));
            if (!item)
                item = new QListWidgetItem(entries_);
            item->setText(QString::fromStdString(axis_.labels[i]));
            item->setFlags((item->flags() | Qt::ItemIsEditable) & ~Qt::ItemIsDropEnabled);
            item->setData(valueIndex, int(i));
            item->setToolTip(QString::fromStdString(json_line(axis_.values[i])));
        }
        entries_->setCurrentRow(row);
        const int rows = std::min(shownEntries, int(axis_.values.size()));
        entries_->setFixedHeight(std::max(1, entries_->sizeHintForRow(0)) * rows + 2 * entries_->frameWidth() + 2);
        drop_->setEnabled(axis_.values.size() > 1);
        showParameters();
    } else {
        QStringList texts;
        for (const Json& value : axis_.values)
            texts << QString::fromStdString(json_line(value));
        const QSignalBlocker blocker(lines_);
        if (lines_->toPlainText().trimmed() != texts.join('\n'))
            lines_->setPlainText(texts.join('\n'));
    }
}

void AxisEditor::showParameters()
{
    const int row = entries_->currentRow();
    if (!parameters_ || row < 0 || std::size_t(row) >= axis_.values.size())
        return;
    const Json& value = axis_.values[std::size_t(row)];
    if (kind_->kind == Variable::Kind::scheme) {
        const Initializer initializer = initializer_of(value);
        parameters_->setChoice(initializer.scheme, initializer.parameters);
    } else {
        const Activation activation = activation_of(value);
        parameters_->setChoice(activation.name, activation.parameters);
    }
}

void AxisEditor::chooseVariable(int index)
{
    if (index < 0 || std::size_t(index) >= all_.size())
        return;
    const Variable& variable = all_[std::size_t(index)];
    take({variable.path, variable.suggestion, file_labels_of(variable.suggestion, variable)}, {});
}

void AxisEditor::addValue(const Json& value)
{
    GridAxis next = axis_;
    next.values.push_back(value);
    next.labels.push_back(file_labels_of({value}, *kind_).front());
    // Two entries of one kind get distinct labels once their parameters are changed; until then a number is added.
    for (int n = 2; std::count(next.labels.begin(), next.labels.end(), next.labels.back()) > 1; ++n)
        next.labels.back() = file_labels_of({value}, *kind_).front() + " (" + std::to_string(n) + ")";
    {
        const QSignalBlocker blocker(entries_);
        entries_->addItem(QString());
        entries_->setCurrentRow(entries_->count() - 1);   // the new entry is selected for editing
    }
    take(next, {});
}

void AxisEditor::itemsMoved()
{
    GridAxis next {axis_.path, {}, {}, axis_.expression};
    for (int row = 0; row < entries_->count(); ++row) {
        const auto i = std::size_t(entries_->item(row)->data(valueIndex).toInt());
        next.values.push_back(axis_.values.at(i));
        next.labels.push_back(axis_.labels.at(i));
    }
    take(next, {});
}

void AxisEditor::typed()
{
    GridAxis next {axis_.path, {}, {}, axis_.expression};
    if (numbers_) {
        const auto numbers = numbers_in(numbers_->text().toStdString(), *kind_);
        if (const auto* sentence = std::get_if<Text>(&numbers))
            return tell(translated(*sentence));
        for (const double number : std::get<std::vector<double>>(numbers))
            next.values.push_back(kind_->value(number));
        if (next.expression.empty())   // otherwise the labels are the expressions
            next.labels = file_labels_of(next.values, *kind_);
    } else {
        for (const QString& text : lines_->toPlainText().split('\n', Qt::SkipEmptyParts)) {
            const JsonReading reading = read_json(text.toStdString());
            if (!reading.complete || !reading.problems.empty())
                return tell(tr("not JSON: %1").arg(text.trimmed()));
            next.values.push_back(reading.root);
        }
        if (next.values.empty())
            return tell(tr("a value is missing"));
    }
    take(next, "values");
}

void AxisEditor::take(GridAxis axis, const QString& part)
{
    tell({});
    emit edited(axis, part);
}

}   // namespace stepzero
