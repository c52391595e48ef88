// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_overlay.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace stepzero {

static constexpr double laserRadius = 1.8;   // relative to the width of drawn lines

PresentOverlay::PresentOverlay(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus);
    changed();
}

/// Passes the pointer to the widgets below, unless something here needs it.
void PresentOverlay::changed()
{
    setAttribute(Qt::WA_TransparentForMouseEvents, !spotlight_ && !drawing_ && !lasing_ && !blank_);
    setCursor(blank_ || lasing_ ? Qt::BlankCursor : drawing_ ? Qt::CrossCursor : Qt::ArrowCursor);
    setVisible(blank_ || isFrozen() || spotlight_ || drawing_ || lasing_ || !lines_.isEmpty());
    raise();
    update();
}

/// Uses the present position of a pointer that does not move.
void PresentOverlay::takePointer()
{
    pointer_ = mapFromGlobal(QCursor::pos());
    if (!rect().contains(pointer_.toPoint()))
        return;
    if (lasing_)
        moveLaser(pointer_);
    if (spotlight_ || drawing_ || lasing_)
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

void PresentOverlay::setLaser(bool on)
{
    lasing_ = on;
    laser_ = {};
    fading_.stop();
    changed();
    takePointer();
}

/// Repaints only what the laser pointer covered or covers now, since everything below that area is painted, too.
void PresentOverlay::moveLaser(const std::optional<QPointF>& place)
{
    constexpr int interval = 30;   // ms
    laser_.setRadius(laserRadius * width_);
    const QRegion before = laser_.region();
    laser_.moveTo(place);
    update(before + laser_.region());
    if (laser_.hasTrail() && !fading_.isActive())
        fading_.start(interval, this);
}

void PresentOverlay::timerEvent(QTimerEvent*)
{
    const QRegion before = laser_.region();
    laser_.fade();
    update(before);
    if (!laser_.hasTrail())
        fading_.stop();
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
    if (spotlight_)
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
    laser_.paint(painter);
}

void PresentOverlay::mousePressEvent(QMouseEvent* event)
{
    if (!drawing_)
        return;
    lines_ << QPolygonF {event->position(), event->position()};
    update();
}

void PresentOverlay::mouseMoveEvent(QMouseEvent* event)
{
    pointer_ = event->position();
    if (drawing_ && event->buttons() != Qt::NoButton && !lines_.isEmpty())
        lines_.last() << event->position();
    if (lasing_)
        moveLaser(pointer_);
    if (spotlight_ || drawing_)
        update();
    emit pointed(pointer_);
}

void PresentOverlay::leaveEvent(QEvent*)
{
    if (lasing_)
        moveLaser(std::nullopt);
    emit pointerLeft();
}

}   // namespace stepzero
