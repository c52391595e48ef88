// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/veil.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

namespace stepzero {

Veil::Veil(Kind kind, QWidget* parent) : QWidget(parent), kind_(kind)
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
    const bool covers = kind_ == Kind::cover;
    if (covers) {
        QColor cover = palette().color(QPalette::Base);
        cover.setAlphaF(0.7f);
        painter.fillRect(rect(), cover);
    }
    const int air = covers ? 5 : 14, edge = covers ? 4 : 24;
    const int widest = std::clamp(width() - 2 * (air + edge), 20, 620);
    QRect box = fontMetrics().boundingRect(QRect(0, 0, widest, height()), Qt::TextWordWrap | Qt::AlignLeft, text_);
    box.adjust(-air, -air, air, air);
    if (covers)
        box.moveTopRight({width() - edge, edge});
    else
        box.moveCenter({width() / 2, height() - edge - box.height() / 2});
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box.adjusted(air, air, -air, -air), Qt::TextWordWrap | Qt::AlignLeft, text_);
}

}   // namespace stepzero
