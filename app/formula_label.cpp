// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formula_label.h"

#include <QEvent>
#include <QFontInfo>
#include <QPainter>
#include <cmath>

namespace stepzero {

namespace {

constexpr double larger = 1.2;   // than the words beside it
constexpr int edge = 3;   // above and below

}   // namespace

void FormulaLabel::setFormula(const QString& formula)
{
    if (formula == formula_)
        return;
    formula_ = formula;
    setAccessibleName(formula);
    set();
}

void FormulaLabel::set()
{
    box_ = formula_.isEmpty() ? MathBox() : typeset(formula_, larger * QFontInfo(font()).pixelSize());
    updateGeometry();
    update();
}

QSize FormulaLabel::sizeHint() const
{
    return {int(std::ceil(box_.width)), formula_.isEmpty() ? 0 : int(std::ceil(box_.height())) + 2 * edge};
}

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
