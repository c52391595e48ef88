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

/// Passes the pointer to the widgets below, unless something here needs it.
void PresentOverlay::changed()
{
    setAttribute(Qt::WA_TransparentForMouseEvents, !spotlight_ && !drawing_ && !blank_);
    setCursor(blank_ ? Qt::BlankCursor : drawing_ ? Qt::CrossCursor : Qt::ArrowCursor);
    setVisible(blank_ || isFrozen() || spotlight_ || drawing_ || !lines_.isEmpty());
    raise();
    update();
}

/// Uses the present position of a pointer that does not move.
void PresentOverlay::takePointer()
{
    pointer_ = mapFromGlobal(QCursor::pos());
    if ((spotlight_ || drawing_) && rect().contains(pointer_.toPoint()))
        emit pointed(pointer_);
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
    changed();
    takePointer();
}

void PresentOverlay::setDrawing(bool on)
{
    drawing_ = on;
    changed();
    takePointer();
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

void PresentOverlay::setBright(const QRect& place)
{
    bright_ = place;
    update();
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
        QPainterPath light;
        const double radius = height() / 6.0;
        light.addEllipse(pointer_, radius, radius);
        QPainterPath also;
        also.addRect(bright_);
        painter.fillPath(dark - light - also, QColor(0, 0, 0, 170));
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
    emit pointed(pointer_);
}

void PresentOverlay::leaveEvent(QEvent*) { emit pointerLeft(); }

}   // namespace stepzero
