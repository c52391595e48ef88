// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse handling of figures with axes: zoom, pan, names, layers, the readout at the pointer, and cursors.
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>
#include <utility>

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
    const auto scaled = [factor](const Range& range, double around) {
        const Range next {around - (around - range.low) * factor, around + (range.high - around) * factor};
        const double size = std::max({std::abs(next.low), std::abs(next.high), 1e-300});
        return next.span() < 1e-9 * size || next.span() > 1e9 * range.span() + 1e9 ? range : next;
    };
    // Over an axis, only that axis is zoomed.
    if (at.x() >= c.plot.left())
        setZoomX(scaled(c.x, c.vx(std::min(at.x(), double(c.plot.right())))));
    if (at.y() <= c.plot.bottom())
        zoomY_ = scaled(c.y, c.vy(std::max(at.y(), double(c.plot.top()))));
    event->accept();
    zoomed();
}

/// Zooms to a rectangle. A flat one zooms a single axis.
void AxesFigure::zoomTo(const QRect& box)
{
    const Canvas c = canvas(size());
    const int flat = qRound(style().px(8));
    if (box.width() > flat)
        setZoomX(Range {c.vx(box.left()), c.vx(box.right() + 1)});
    if (box.height() > flat)
        zoomY_ = Range {c.vy(box.bottom() + 1), c.vy(box.top())};
    zoomed();
}

void AxesFigure::mousePressEvent(QMouseEvent* event)
{
    const bool left = event->button() == Qt::LeftButton;
    if (!framed_ || !(left || event->button() == Qt::MiddleButton))
        return event->ignore();
    pressed_ = event->pos();
    pressedCanvas_ = canvas(size());
    moved_ = false;
    boxing_ = !left || event->modifiers() & Qt::ShiftModifier;
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
        if (boxing_) {
            box_ = QRect(*pressed_, pos).normalized() & pressedCanvas_.plot;
            return update();
        }
        const double dx = -by.x() * pressedCanvas_.x.span() / pressedCanvas_.plot.width();
        const double dy = by.y() * pressedCanvas_.y.span() / pressedCanvas_.plot.height();
        setZoomX(Range {pressedCanvas_.x.low + dx, pressedCanvas_.x.high + dx});
        zoomY_ = Range {pressedCanvas_.y.low + dy, pressedCanvas_.y.high + dy};
        stale_ = true;
        update();
        emit axesMoved();
        return;
    }
    const Canvas c = canvas(size());
    if (!c.plot.contains(pos)) {
        if (frame_.layers > 0)
            emit layerHovered(0);
        say(QString());
        emit pointedAt(std::nullopt);
        return;
    }
    if (frame_.layers > 0)
        emit layerHovered(layerAt(c, pos.x()));
    const QPointF value(c.vx(pos.x() + 0.5), c.vy(pos.y() + 0.5));
    say(wordsAt(value));
    emit pointedAt(value);
}

QString AxesFigure::wordsAt(const QPointF& place) const
{
    QStringList parts {readoutAt(place), pinReadout(frame_, place.x())};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

void AxesFigure::mouseReleaseEvent(QMouseEvent* event)
{
    if (!(event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton) || !pressed_)
        return event->ignore();
    const bool boxed = std::exchange(boxing_, false), inside = pressedCanvas_.plot.contains(*pressed_);
    pressed_.reset();
    if (moved_) {
        if (inside)
            boxed ? zoomTo(box_) : zoomed();
        return;
    }
    const Canvas c = canvas(size());
    if (event->button() != Qt::LeftButton)
        return;
    if (boxed && inside && !drawnLines().isEmpty())
        return putCursor(event->position() + QPointF(0.5, 0.5));
    for (const Written& written : legendPlaces(size(), c))
        if (written.place.contains(event->position()))
            return clickName(frame_.legend[written.entry].key);
    if (!c.plot.contains(event->pos()))
        return;
    if (frame_.layers > 0)
        emit layerChosen(layerAt(c, event->pos().x()));
    else
        clickedAt({c.vx(event->pos().x() + 0.5), c.vy(event->pos().y() + 0.5)});
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
    say(QString());
    emit pointedAt(std::nullopt);
}

void AxesFigure::say(const QString& words)
{
    if (words_ != words) {
        words_ = words;
        update();
    }
    emit readout(words);
}

// Cursors

/// A third cursor starts the next pair.
void AxesFigure::putCursor(const QPointF& pixel)
{
    cursors_ = marked_.size() == 2 ? QVector<Cursor>() : marked_;
    const Canvas c = canvas(size());
    if (const auto cursor = nearestCursor(
            drawnLines(), [&c](const QPointF& p) { return c.at(p.x(), p.y()); }, QRectF(c.plot).adjusted(-1, -1, 1, 1),
            pixel))
        cursors_ << *cursor;
    marked_ = cursors_;
    update();
    emit readout(cursorText(frame_, marked_));
    emit viewStateChanged();
}

void AxesFigure::clearCursors()
{
    cursors_.clear();
    marked_.clear();
    update();
    emit viewStateChanged();
}

void AxesFigure::drawCursors(QPainter& painter, const Canvas& c) const
{
    if (marked_.isEmpty())
        return;
    painter.save();
    painter.setClipRect(c.plot);
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF chord;
    for (const Cursor& cursor : marked_) {
        chord << c.drawable(cursor.at.x(), cursor.at.y());
        painter.setPen(pen(style().theme.faint_text, 1, Qt::DashLine));
        const double x = std::round(chord.last().x());
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }
    painter.setPen(pen(style().theme.text, 1.5));
    painter.drawPolyline(chord);
    painter.setBrush(style().theme.background);
    for (const QPointF& end : chord)
        painter.drawEllipse(end, style().px(4), style().px(4));
    painter.restore();
}

}   // namespace stepzero
