// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_overlay.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace stepzero {

PresentOverlay::PresentOverlay(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    changed();
}

/// What is below has the pointer where nothing here needs it.
void PresentOverlay::changed()
{
    setAttribute(Qt::WA_TransparentForMouseEvents, !spotlight_ && !drawing_ && !blank_);
    setCursor(blank_ ? Qt::BlankCursor : drawing_ ? Qt::CrossCursor : Qt::ArrowCursor);
    setVisible(blank_ || isFrozen() || spotlight_ || drawing_ || !lines_.isEmpty());
    raise();
    update();
}

void PresentOverlay::setBlank(bool blank)
{
    blank_ = blank;
    changed();
}

void PresentOverlay::setFrozen(const QPixmap& picture)
{
    frozen_ = picture;
    changed();
}

void PresentOverlay::setSpotlight(bool on)
{
    spotlight_ = on;
    pointer_ = mapFromGlobal(QCursor::pos());
    changed();
}

void PresentOverlay::setDrawing(bool on)
{
    drawing_ = on;
    changed();
}

void PresentOverlay::clearDrawing()
{
    lines_.clear();
    changed();
}

void PresentOverlay::setLine(const QColor& colour, double width)
{
    colour_ = colour;
    width_ = width;
}

void PresentOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (blank_)
        return painter.fillRect(rect(), Qt::black);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isFrozen())
        painter.drawPixmap(0, 0, frozen_);
    painter.setPen(QPen(colour_, width_, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& line : lines_)
        painter.drawPolyline(line);
    if (spotlight_) {
        QPainterPath dark;
        dark.addRect(rect());
        const double radius = height() / 6.0;
        dark.addEllipse(pointer_, radius, radius);   // left out: paths fill by odd and even
        painter.fillPath(dark, QColor(0, 0, 0, 170));
    }
}

void PresentOverlay::mousePressEvent(QMouseEvent* event)
{
    if (drawing_)
        lines_ << QPolygonF {event->position(), event->position()};
    update();
}

void PresentOverlay::mouseMoveEvent(QMouseEvent* event)
{
    pointer_ = event->position();
    if (drawing_ && event->buttons() != Qt::NoButton && !lines_.isEmpty())
        lines_.last() << event->position();
    update();
}

}   // namespace stepzero
