// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formula_label.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontInfo>
#include <QPainter>
#include <cmath>

#include "widgets/style/latex.h"

namespace stepzero {

namespace {

constexpr double larger = 1.2;   // relative to the adjacent text
constexpr int edge = 3;   // space above and below

MathBox boxOf(const QString& formula, const QFont& font)
{
    return formula.isEmpty() ? MathBox() : typeset(formula, larger * QFontInfo(font).pixelSize());
}

int heightOf(const MathBox& box) { return box.height() > 0 ? int(std::ceil(box.height())) + 2 * edge : 0; }

}   // namespace

void setSentence(QLabel* label, const QString& words)
{
    const QString html = htmlWithFormulas(words);
    const bool plain = html == words.toHtmlEscaped();
    label->setTextFormat(plain ? Qt::PlainText : Qt::RichText);
    label->setText(plain ? words : html);
    label->setAccessibleName(plain ? QString() : words);
}

FormulaLabel::FormulaLabel(QWidget* parent) : QWidget(parent)
{
    auto* copy = new QAction(QObject::tr("Copy as LaTeX"), this);
    connect(copy, &QAction::triggered, this, &FormulaLabel::copyLatex);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FormulaLabel::copyLatex() const
{
    if (!formula_.isEmpty())
        QApplication::clipboard()->setText(latexOf(formula_));
}

void FormulaLabel::setFormula(const QString& formula)
{
    if (formula == formula_)
        return;
    formula_ = formula;
    setAccessibleName(formula);
    set();
}

int FormulaLabel::heightOf(const QString& formula, const QFont& font)
{
    return stepzero::heightOf(boxOf(formula, font));
}

void FormulaLabel::set()
{
    box_ = boxOf(formula_, font());
    updateGeometry();
    update();
}

QSize FormulaLabel::sizeHint() const { return {int(std::ceil(box_.width)), stepzero::heightOf(box_)}; }

void FormulaLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::min(1.0, width() / std::max(1.0, box_.width));
    painter.translate(0, edge);
    painter.scale(scale, scale);
    box_.draw(painter, {0, box_.ascent}, palette().color(QPalette::Text));
}

void FormulaLabel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        set();
}

}   // namespace stepzero
