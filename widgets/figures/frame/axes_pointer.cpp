// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse on a figure with axes: zoom, pan, names, layers, the reading at the pointer.
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "widgets/figures/frame/axes_figure.h"
#include "widgets/figures/frame/pin_numbers.h"

namespace stepzero {

int AxesFigure::layerAt(const Canvas& c, double pixel) const { return frame_.layers > 0 ? layerOf(c.vx(pixel)) : 0; }

int AxesFigure::layerOf(double x) const { return std::clamp(int(std::lround(x)), 1, frame_.layers); }

void AxesFigure::wheelEvent(QWheelEvent* event)
{
    const Canvas c = canvas(size());
    const QPointF at = event->position();
    const double factor = std::pow(1.2, -event->angleDelta().y() / 120.0);
    if (!framed_ || factor == 1)
        return;
    const auto zoomed = [factor](const Range& range, double around) {
        const Range next {around - (around - range.low) * factor, around + (range.high - around) * factor};
        const double size = std::max({std::abs(next.low), std::abs(next.high), 1e-300});
        return next.span() < 1e-9 * size || next.span() > 1e9 * range.span() + 1e9 ? range : next;
    };
    // Over an axis: that axis only.
    if (at.x() >= c.plot.left())
        zoomX_ = zoomed(c.x, c.vx(std::min(at.x(), double(c.plot.right()))));
    if (at.y() <= c.plot.bottom())
        zoomY_ = zoomed(c.y, c.vy(std::max(at.y(), double(c.plot.top()))));
    stale_ = true;
    update();
    event->accept();
    emit viewStateChanged();
}

void AxesFigure::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !framed_)
        return event->ignore();
    pressed_ = event->pos();
    pressedCanvas_ = canvas(size());
    moved_ = false;
}

void AxesFigure::mouseMoveEvent(QMouseEvent* event)
{
    if (!framed_)
        return;
    const QPoint pos = event->pos();
    if (pressed_) {
        const QPoint by = pos - *pressed_;
        if (!moved_ && by.manhattanLength() < 4)
            return;
        moved_ = true;
        if (!pressedCanvas_.plot.contains(*pressed_))
            return;
        const double dx = -by.x() * pressedCanvas_.x.span() / pressedCanvas_.plot.width();
        const double dy = by.y() * pressedCanvas_.y.span() / pressedCanvas_.plot.height();
        zoomX_ = Range {pressedCanvas_.x.low + dx, pressedCanvas_.x.high + dx};
        zoomY_ = Range {pressedCanvas_.y.low + dy, pressedCanvas_.y.high + dy};
        stale_ = true;
        update();
        return;
    }
    const Canvas c = canvas(size());
    if (!c.plot.contains(pos)) {
        if (frame_.layers > 0)
            emit layerHovered(0);
        emit readout(QString());
        return;
    }
    if (frame_.layers > 0)
        emit layerHovered(layerAt(c, pos.x()));
    const QPointF value(c.vx(pos.x() + 0.5), c.vy(pos.y() + 0.5));
    QStringList parts {readoutAt(value), pinReadout(frame_, value.x())};
    parts.removeAll(QString());
    emit readout(parts.join(QStringLiteral(" · ")));
}

void AxesFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !pressed_)
        return event->ignore();
    pressed_.reset();
    if (moved_) {
        emit viewStateChanged();
        return;
    }
    const Canvas c = canvas(size());
    for (const Written& written : legendPlaces(size(), c))
        if (written.place.contains(event->position()))
            return clickName(frame_.legend[written.entry].key);
    if (c.plot.contains(event->pos()) && frame_.layers > 0)
        emit layerChosen(layerAt(c, event->pos().x()));
}

void AxesFigure::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        goHome();
}

void AxesFigure::leaveEvent(QEvent*)
{
    if (frame_.layers > 0)
        emit layerHovered(0);
    emit readout(QString());
}

void AxesFigure::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addActions(choices());
    menu.addSeparator();
    menu.addAction(tr("Fit axes"), this, &AxesFigure::goHome);
    QAction* hold = menu.addAction(tr("Hold axes"));
    hold->setCheckable(true);
    hold->setChecked(held_);
    connect(hold, &QAction::toggled, this, &AxesFigure::setAxesHeld);
    menu.exec(event->globalPos());
}

}   // namespace stepzero
