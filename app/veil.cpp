// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/veil.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

namespace stepzero {

Veil::Veil(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    parent->installEventFilter(this);
    hide();
}

void Veil::setText(const QString& text)
{
    if (text == text_)
        return;
    text_ = text;
    setGeometry(parentWidget()->rect());
    setVisible(!text.isEmpty());
    raise();
    update();
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor cover = palette().color(QPalette::Base);
    cover.setAlphaF(0.7f);
    painter.fillRect(rect(), cover);
    constexpr int air = 5, edge = 4;
    const int widest = std::clamp(width() - 2 * (air + edge), 20, 620);
    QRect box = fontMetrics().boundingRect(QRect(0, 0, widest, height()), Qt::TextWordWrap | Qt::AlignLeft, text_);
    box.adjust(-air, -air, air, air);
    box.moveTopRight({width() - edge, edge});
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box.adjusted(air, air, -air, -air), Qt::TextWordWrap | Qt::AlignLeft, text_);
}

}   // namespace stepzero
