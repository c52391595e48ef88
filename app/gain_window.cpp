// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gain_window.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <cmath>

#include "app/appearance.h"
#include "app/control_frame.h"
#include "app/document.h"
#include "app/worker.h"
#include "core/math/activation/formula.h"
#include "core/theory/landmarks.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/formula_edit.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/registry_choices.h"
#include "widgets/gains/gain_table.h"
#include "widgets/style/palette.h"

namespace stepzero {

namespace {

const std::string formulaName {formula_name};
constexpr double leastLength = 0.01, mostLength = 100;   // range of √q

/// Returns the activations of the panel. The formula has a separate line, which is always visible.
QVector<Choice> choices()
{
    QVector<Choice> all = activationChoices(false);
    for (Choice& choice : all)
        if (choice.name == formulaName) {
            choice.hint = GainWindow::tr("the formula entered below");
            choice.parameters.clear();
        }
    return all;
}

}   // namespace

GainWindow::GainWindow(Document& document, QWidget* parent, const GainWindow* before)
    : QDialog(parent), document_(document)
{
    setWindowTitle(tr("Gain calculator"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* columns = new QHBoxLayout(this);
    columns->setSpacing(18);
    columns->addWidget(buildLeft());

    auto* numbers = new QVBoxLayout;
    auto* scroll = new QScrollArea(this);
    frameFocus(scroll);
    scroll->setAccessibleName(tr("gains"));
    table_ = new GainTable;
    scroll->setWidget(table_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    numbers->addWidget(scroll, 1);
    copy_ = new QPushButton(tr("&Copy data"), this);
    copy_->setAutoDefault(false);
    copy_->setToolTip(tr("Copy all numbers in full precision, as a table for a spreadsheet"));
    connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(table_->text()); });
    numbers->addWidget(copy_, 0, Qt::AlignLeft);
    columns->addLayout(numbers);

    auto* curves = new QVBoxLayout;
    for (const auto kind : {GainFigure::Kind::function, GainFigure::Kind::gains, GainFigure::Kind::length_map}) {
        auto* figure = new GainFigure(kind, this);
        figure->setReadoutShown(true);
        figures_ << figure;
        curves->addWidget(figure, 1);
    }
    columns->addLayout(curves, 1);

    connect(&runner_, &GainRunner::answered, this, &GainWindow::showAnswer);
    const Activation& activation = document_.experiment().network.activation;
    activation_->setChoice(activation.name, activation.parameters);
    const Activation typed = completed(activation.name == formulaName ? activation : Activation {formulaName, {}});
    formula_->setFormula(QString::fromStdString(word(typed.parameters, formulaName)));
    updateLook();
    updateUse();
    table_->adjustSize();
    scroll->setFixedWidth(table_->sizeHint().width() + 24);
    resize(QSize(1180, 740) * appliedScale());
    if (before)
        takePlace(*before);
    ask();
}

void GainWindow::takePlace(const GainWindow& before)
{
    activation_->setChoice(before.activation_->name(), before.activation_->parameters());
    formula_->setFormula(before.formula_->text());
    length_->setValue(before.length_->value());
    for (qsizetype i = 0; i < figures_.size(); ++i)
        figures_[i]->setViewState(before.figures_[i]->viewState());
    restoreGeometry(before.saveGeometry());
    setVisible(before.isVisible());
}

QWidget* GainWindow::buildLeft()
{
    auto* left = new QWidget(this);
    left->setFixedWidth(qRound(300 * appliedScale()));
    auto* rows = new QVBoxLayout(left);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    activation_ = new ChoiceEditor(
        tr("activation"), choices(), [](const std::string&, const ParameterInfo&) { return std::nullopt; }, left);
    activation_->setFiller(new QWidget(activation_), 1);   // keeps the widgets below in place
    rows->addWidget(activation_);
    connect(activation_, &ChoiceEditor::edited, this, [this](const QString&, bool dragging) {
        if (isFormula())
            formula_->setFocus();
        ask(dragging);
    });

    auto* name = new QLabel(tr("f&ormula φ(z) ="), left);
    formula_ = new FormulaEdit(left);
    formula_->setAccessibleName(tr("formula of the activation"));
    name->setBuddy(formula_);
    rows->addWidget(name);
    rows->addWidget(formula_);
    connect(formula_, &QLineEdit::textEdited, this, [this] {
        activation_->setChoice(formulaName, {});
        ask();
    });
    sentence_ = new QLabel(left);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setWordWrap(true);
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence_->setFixedHeight(4 * sentence_->fontMetrics().lineSpacing());   // keeps the widgets below in place
    sentence_->setAccessibleName(tr("error in the formula"));
    rows->addWidget(sentence_);

    length_
        = new LabeledSlider(QStringLiteral("√q"), SliderScale::logarithmic(leastLength, mostLength), 1e-6, 1e6, left);
    length_->setHint(tr("Standard deviation of the preactivations z; double-click to reset to 1"));
    length_->setDefault(1);
    length_->setValue(1);
    length_->slider()->setMark(1);
    rows->addWidget(length_);
    connect(length_, &LabeledSlider::edited, this, [this] { ask(length_->isDragging()); });
    connect(length_, &LabeledSlider::dragEnded, this, [this] { ask(); });
    const auto hold = [this](bool held) {
        for (GainFigure* figure : figures_)
            figure->setDragging(held);
    };
    connect(length_, &LabeledSlider::dragStarted, this, [hold] { hold(true); });
    connect(length_, &LabeledSlider::dragEnded, this, [hold] { hold(false); });

    rows->addSpacing(8);
    use_ = new QPushButton(tr("&Use in the experiment"), left);
    use_->setAutoDefault(false);
    rows->addWidget(use_);
    connect(use_, &QPushButton::clicked, this, &GainWindow::use);
    rows->addStretch(1);
    return left;
}

bool GainWindow::isFormula() const { return activation_->name() == formulaName; }

void GainWindow::ask(bool dragging)
{
    GainQuestion question;
    question.activation = {activation_->name(), activation_->parameters()};
    if (isFormula())
        question.activation.parameters = {{formulaName, formula_->text().toStdString()}};
    question.q = length_->value() * length_->value();
    runner_.ask(question, dragging);
    updateUse();
}

void GainWindow::showAnswer(const GainAnswer& answer)
{
    answer_ = answer;
    sentence_->setText(asSentence(answer.sentence));
    table_->setGains(answer.gains);
    for (GainFigure* figure : figures_)
        figure->setGains(answer.gains, answer.gains ? QString() : tr("invalid formula"));
    updateUse();
}

void GainWindow::updateUse()
{
    const std::optional<Variances> point = answer_.gains && isSettled() ? answer_.gains->usable() : std::nullopt;
    use_->setEnabled(point.has_value());
    if (!isSettled())
        use_->setToolTip(tr("Computing…"));
    else if (!answer_.gains)
        use_->setToolTip(tr("Enter a valid formula."));
    else if (!point)
        use_->setToolTip(tr("This activation has no critical point."));
    else
        use_->setToolTip(tr("Activation %1, weight variance %2 and bias variance %3: critical %4")
                             .arg(activation_->box()->currentText(), pretty(point->weight), pretty(point->bias),
                                 answer_.gains->usable_at_q() ? tr("at this q") : tr("without biases")));
}

void GainWindow::use()
{
    const std::optional<Variances> point = answer_.gains ? answer_.gains->usable() : std::nullopt;
    if (!point)
        return;
    Experiment experiment = with_variances(document_.experiment(), *point);
    experiment.network.activation = answer_.question.activation;
    document_.edit(experiment, {tr("Critical gains"), {}, false});
}

void GainWindow::updateLook()
{
    const Style style {theme(themeFor(palette())), appliedScale()};
    for (GainFigure* figure : figures_)
        figure->setStyle(style);
    table_->setStyle(style);
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, style.theme.warning);
    sentence_->setPalette(warning);
}

void GainWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && !figures_.isEmpty())
        updateLook();
}

}   // namespace stepzero
