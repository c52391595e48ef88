// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/fold.h"
#include "widgets/language/language.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace stepzero {

FoldLine::FoldLine(const QString& title, QWidget* parent) : QAbstractButton(parent)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void FoldLine::setSummary(const QString& summary)
{
    summary_ = summary;
    setToolTip(summary.isEmpty() ? text() : joinedText({text(), summary}, ": "));
    setAccessibleDescription(summary);
    update();
}

QSize FoldLine::sizeHint() const { return {fontMetrics().horizontalAdvance('0') * 20, fontMetrics().height() + 6}; }

void FoldLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (underMouse())
        painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    // The arrow of the style would not grow with the font.
    const int arrow = fontMetrics().height() * 3 / 4;
    const double half = 0.25 * arrow;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(arrow / 2.0, height() / 2.0);
    painter.rotate(isChecked() ? 90 : 0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::ButtonText));
    painter.drawConvexPolygon(QPolygonF({{-half / 2, -half}, {half / 2, 0}, {-half / 2, half}}));
    painter.restore();
    QRect room = rect().adjusted(arrow + 4, 0, -2, 0);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, text());
    room.setLeft(
        room.left() + painter.fontMetrics().horizontalAdvance(text()) + fontMetrics().horizontalAdvance(' ') * 2);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(
        room, Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(summary_, Qt::ElideRight, room.width()));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void FoldLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

Fold::Fold(const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), name_(name), line_(new FoldLine(title, this)), body_(new QWidget(this)),
      rows_(new QVBoxLayout(body_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rows_->spacing());
    column->addWidget(line_);
    column->addWidget(body_);
    rows_->setContentsMargins(0, 0, 0, 0);
    body_->hide();
    connect(line_, &FoldLine::toggled, body_, &QWidget::setVisible);
}

}   // namespace stepzero
