// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/axes_figure.h"

#include <QAction>
#include <QJsonArray>
#include <QPainter>
#include <QScopedValueRollback>
#include <cmath>
#include <utility>

#include "widgets/figures/frame/offers.h"

namespace stepzero {

namespace {

QJsonArray toJson(const Range& range) { return {range.low, range.high}; }

std::optional<Range> rangeOf(const QJsonValue& value)
{
    const QJsonArray pair = value.toArray();
    if (pair.size() != 2 || !(pair[0].toDouble() < pair[1].toDouble()))
        return std::nullopt;
    return Range {pair[0].toDouble(), pair[1].toDouble()};
}

}   // namespace

AxesFigure::AxesFigure(QWidget* parent) : ViewFigure(parent), offers_(new Offers(this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    clear_ = new QAction(tr("Clear cursors"), this);
    connect(clear_, &QAction::triggered, this, &AxesFigure::clearCursors);
}

QString AxesFigure::shownTitle() const { return frame_.title.isEmpty() ? title() : frame_.title; }

// The view

void AxesFigure::chosenAnew()
{
    zoomX_.reset();   // the axes have another meaning now
    zoomY_.reset();
    cursors_.clear();
    framed_ = false;
}

QList<QAction*> AxesFigure::choices() const
{
    QList<QAction*> all = ViewFigure::choices();
    if (!cursors_.isEmpty())
        all << clear_;
    return all;
}

void AxesFigure::changed()
{
    stale_ = true;
    ViewFigure::changed();
}

QJsonObject AxesFigure::viewState() const
{
    QJsonObject state = ViewFigure::viewState();
    // Held axes count as a zoom for whoever takes the state over, since an export has to show the same axes.
    const std::optional<Range>& x = restoredX_ ? restoredX_ : zoomX();
    if (x || held_)
        state[QStringLiteral("x")] = toJson(x.value_or(shownX_));
    if (zoomY_ || held_)
        state[QStringLiteral("y")] = toJson(zoomY_ ? *zoomY_ : shownY_);
    state[QStringLiteral("held")] = held_;
    QJsonArray cursors;
    for (const Cursor& cursor : cursors_)
        cursors << QJsonArray {cursor.line, cursor.at.x()};
    if (!cursors.isEmpty())
        state[QStringLiteral("cursors")] = cursors;
    return state;
}

void AxesFigure::setViewState(const QJsonObject& state)
{
    zoomX_.reset();
    zoomLayers_.reset();
    restoredX_ = rangeOf(state.value(QStringLiteral("x")));
    zoomY_ = rangeOf(state.value(QStringLiteral("y")));
    held_ = state.value(QStringLiteral("held")).toBool();
    cursors_.clear();
    for (const QJsonValue cursor : state.value(QStringLiteral("cursors")).toArray())
        if (cursors_.size() < 2)   // the y coordinates follow from the lines
            cursors_ << Cursor {cursor[0].toInt(-1), {cursor[1].toDouble(), 0}};
    framed_ = false;
    stale_ = true;
    ViewFigure::setViewState(state);
}

void AxesFigure::addPin(Frame& frame, const PinLine& line) const
{
    const QString key = keyOf(line.pin);
    const auto& entries = frame.legend;
    if (std::none_of(entries.begin(), entries.end(), [&](const LegendEntry& e) { return e.key == key; })) {
        // Pins come first, so that the other entries keep their places.
        const auto place
            = std::count_if(entries.begin(), entries.end(), [](const LegendEntry& e) { return e.pin >= 0; });
        const QString name
            = line.remark.isEmpty() ? line.pin.name : line.pin.name + QStringLiteral(" · ") + line.remark;
        const LegendEntry entry {key, name, style().theme.text, LegendEntry::Mark::line, std::nullopt, line.pin.style};
        frame.legend.insert(place, entry);
    }
    if (!isOff(key))
        frame.pins << line;
}

void AxesFigure::setFrame(const Frame& frame)
{
    const bool otherScale = framed_ && (frame.yScale != frame_.yScale || frame.xScale != frame_.xScale);
    if (otherScale) {
        zoomX_.reset();
        zoomY_.reset();
    }
    const bool first = !framed_ || otherScale;
    frame_ = frame;
    frame_.xHome = onScale(frame.xScale, frame.xHome);
    frame_.yHome = onScale(frame.yScale, frame.yHome);
    if (restoredX_)
        setZoomX(std::exchange(restoredX_, std::nullopt));
    if (frame.layers > 0 && zoomLayers_ && zoomLayers_->low >= frame.xHome.high)
        zoomLayers_.reset();   // the zoom came from a deeper network, and nothing is there
    ++version_;
    framed_ = true;
    stale_ = true;
    offers_->set(frame.quiet, frame.offers);
    if (first) {
        shownX_ = frame_.xHome;
        shownY_ = frame_.yHome;
    } else {
        rescale();
    }
    placeOffers();
    emit axesFitted();
}

void AxesFigure::placeOffers()
{
    if (framed_ && !frame_.offers.isEmpty())
        offers_->place(canvas(size()).plot, style());
}

void AxesFigure::resizeEvent(QResizeEvent*) { placeOffers(); }

void AxesFigure::rescale()
{
    if (held_)
        return;
    shownX_ = dragging_ ? shownX_.united(frame_.xHome) : frame_.xHome;
    shownY_ = dragging_ ? shownY_.united(frame_.yHome) : frame_.yHome;
}

void AxesFigure::goHome()
{
    restoredX_.reset();
    setZoomX(std::nullopt);
    zoomY_.reset();
    shownX_ = frame_.xHome;
    shownY_ = frame_.yHome;
    zoomed();
    emit axesFitted();
}

void AxesFigure::zoomed()
{
    stale_ = true;
    update();
    if (frame_.layers > 0)
        emit layersZoomed(zoomLayers_);
    emit axesMoved();
    emit viewStateChanged();
}

void AxesFigure::zoomLayers(const std::optional<Range>& layers)
{
    if (layers == zoomLayers_)
        return;
    zoomLayers_ = layers;
    if (frame_.layers == 0)
        return;
    stale_ = true;
    update();
}

void AxesFigure::setAxesHeld(bool held)
{
    if (held == held_)
        return;
    held_ = held;
    rescale();
    stale_ = true;
    update();
    emit axesFitted();
    emit viewStateChanged();
}

void AxesFigure::draggingChanged(bool dragging)
{
    dragging_ = dragging;
    if (dragging || !framed_)
        return;
    const auto before = std::pair(shownX_, shownY_);
    rescale();
    if (before == std::pair(shownX_, shownY_))
        return;
    stale_ = true;
    update();
    emit axesFitted();
}

void AxesFigure::restyle()
{
    stale_ = true;
    ++version_;
    rebuildView();
}

void AxesFigure::hoverChanged(int layer)
{
    if (layer == hovered_)
        return;
    hovered_ = layer;
    update();
}

// Painting

Ticks AxesFigure::xTicks(const Range& range, int most) const
{
    return frame_.xTicks ? frame_.xTicks(range, most) : ticksOf(frame_.xScale, range, most);
}

Ticks AxesFigure::yTicks(const Range& range, int most) const
{
    return frame_.yTicks ? frame_.yTicks(range, most) : ticksOf(frame_.yScale, range, most, frame_.symlog);
}

QVector<double> AxesFigure::gridLines(const Canvas& c) const
{
    QVector<double> lines;
    for (const Tick& tick : yTicks(c.y, std::max(2, int(c.plot.height() / style().px(34)))).ticks)
        lines << std::round(c.py(tick.at));
    return lines;
}

double AxesFigure::roomRight(const QSize& size) const
{
    double right = frame_.right;
    if (hasDirectLabels(size)) {
        const QFontMetricsF metrics(style().font());
        for (const LegendEntry& entry : frame_.legend)
            if (entry.pin < 0)
                right = std::max(right, metrics.horizontalAdvance(entry.atEnd()) / style().scale + 16);
    }
    return right;
}

Canvas AxesFigure::canvas(const QSize& size) const
{
    const int left = qRound(style().px(frame_.left)), top = qRound(style().px(10 + 18 * header(size).rows)),
              bottom = qRound(style().px(35 + frame_.tickGap) + readoutHeight());
    const QRect room(left, top, std::max(10, size.width() - left - qRound(style().px(roomRight(size)))),
        std::max(10, size.height() - top - bottom));
    QRect plot = room;
    if (frame_.aspect > 0) {
        const QSizeF whole = plot.size(), fits = QSizeF(frame_.aspect, 1).scaled(whole, Qt::KeepAspectRatio);
        const int dx = qRound((whole.width() - fits.width()) / 2), dy = qRound((whole.height() - fits.height()) / 2);
        plot.adjust(dx, dy, -dx, -dy);
    }
    return {plot, zoomX().value_or(shownX_), zoomY_.value_or(shownY_), room};
}

/// Paints everything including cursors and their text, which on the screen has a separate row.
void AxesFigure::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    followLines();
    const QScopedValueRollback said(cursorNote_, cursorText(frame_, marked_));
    paintStill(painter, size);
    if (!framed_)
        return;
    drawLive(painter, canvas(size.toSize()));
    drawCursors(painter, canvas(size.toSize()));
}

/// Moves the cursors to the present lines.
void AxesFigure::followLines() { marked_ = framed_ ? followed(cursors_, drawnLines()) : QVector<Cursor>(); }

void AxesFigure::paintStill(QPainter& painter, const QSizeF& exactSize)
{
    const QSize size = exactSize.toSize();
    painter.fillRect(QRectF(QPointF(0, 0), exactSize), style().theme.background);
    if (!framed_) {
        drawWaiting(painter, exactSize);
        return;
    }
    const Canvas c = canvas(size);
    painter.setRenderHint(QPainter::TextAntialiasing);
    const auto clipped = [&](auto&& draw) {
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing);
        draw();
        painter.restore();
    };
    clipped([&] { drawUnder(painter, c); });
    drawFrame(painter, size, c);
    clipped([&] { drawMarks(painter, c); });
    drawContent(painter, size, c);
    if (!frame_.pins.isEmpty())
        clipped([&] {
            for (const PinLine& line : frame_.pins)
                drawPinLine(
                    painter, line, c.plot, [&c](double x, double y) { return c.at(x, y); }, style());
        });
    clipped([&] { drawOver(painter, c); });
    drawBeside(painter, c);
    drawLegend(painter, size, c);
    drawNotes(painter, size, c);
}

void AxesFigure::drawFrame(QPainter& painter, const QSize& size, const Canvas& c) const
{
    const Theme& theme = style().theme;
    const double edge = style().px(10);
    drawTitle(painter, size.width());

    const Ticks xs = xTicks(c.x, std::max(2, int(c.plot.width() / style().px(64))));
    const Ticks ys = yTicks(c.y, std::max(2, int(c.plot.height() / style().px(34))));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.grid, style().px(1)));
    for (const Tick& tick : ys.ticks)
        painter.drawLine(
            QPointF(c.plot.left(), std::round(c.py(tick.at))), QPointF(c.plot.right() + 1, std::round(c.py(tick.at))));
    if (frame_.layers == 0)
        for (const Tick& tick : xs.ticks)
            painter.drawLine(QPointF(std::round(c.px(tick.at)), c.plot.top()),
                QPointF(std::round(c.px(tick.at)), c.plot.bottom() + 1));
    painter.setPen(QPen(theme.faint_text, style().px(1)));
    const double base = c.plot.bottom() + 1;
    for (const Tick& tick : xs.ticks)
        painter.drawLine(
            QPointF(std::round(c.px(tick.at)), base), QPointF(std::round(c.px(tick.at)), base + style().px(4)));

    painter.setFont(style().numberFont());
    painter.setPen(theme.faint_text);
    const double high = style().px(16), gap = style().px(frame_.tickGap);
    for (const Tick& tick : ys.ticks)
        painter.drawText(QRectF(0, c.py(tick.at) - high / 2, c.plot.left() - gap - style().px(1), high),
            Qt::AlignRight | Qt::AlignVCenter, tick.label);
    const QFontMetricsF metrics(style().numberFont());
    for (const Tick& tick : xs.ticks) {
        const double wide = metrics.horizontalAdvance(tick.label);
        const double from = std::min(c.px(tick.at) - wide / 2, size.width() - wide - style().px(2));
        painter.drawText(
            QRectF(from, base + gap, wide, high), Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, tick.label);
    }

    const auto label = [](const QString& words, const Ticks& ticks) {
        return ticks.exponent == 0 ? words : words + QStringLiteral(" (×%1)").arg(powerOfTen(ticks.exponent));
    };
    const QFontMetricsF letters(style().font());
    const auto baseline = [&](double top) { return top + (high - letters.height()) / 2 + letters.ascent(); };
    const MathBox across = mathLine(label(frame_.xLabel, xs), style().font());
    mathLine(label(frame_.yLabel, ys), style().font())
        .draw(painter, {edge, baseline(rowTop(header(size).labelRow) - style().px(1))}, theme.faint_text);
    across.draw(painter, {c.plot.left() + (c.plot.width() - across.width) / 2, baseline(base + gap + style().px(16))},
        theme.faint_text);
}

void AxesFigure::drawUnder(QPainter& painter, const Canvas& c)
{
    if (frame_.layers == 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style().theme.faint_text, style().px(1)));
    const double x = std::round(c.px(frame_.layer));
    painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
}

void AxesFigure::drawChosenColumn(QPainter& painter, const Canvas& c) const
{
    if (frame_.layers == 0)
        return;
    // Drawn in full between the axes, even at the first and last layer: two lines at an edge would be unclear.
    const double half = std::max(style().px(2), (c.px(1) - c.px(0)) / 2), line = style().px(1);
    const double left = std::max(double(c.plot.left()), std::round(c.px(frame_.layer) - half)),
                 right = std::min(c.plot.right() + 1.0, std::round(c.px(frame_.layer) + half));
    const QRectF column(left, c.plot.top(), right - left, c.plot.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style().theme.background, line));
    painter.drawRect(column.adjusted(1.5 * line, 1.5 * line, -1.5 * line, -1.5 * line));
    painter.setPen(QPen(style().theme.text, line));
    painter.drawRect(column.adjusted(line / 2, line / 2, -line / 2, -line / 2));
}

void AxesFigure::paintEvent(QPaintEvent*)
{
    const QSize pixels = size() * devicePixelRatioF();
    if (stale_ || !framed_ || picture_.size() != pixels) {   // the study may never arrive
        if (picture_.size() != pixels) {
            picture_ = QPixmap(pixels);
            picture_.setDevicePixelRatio(devicePixelRatioF());
        }
        followLines();
        QPainter painter(&picture_);
        paintStill(painter, QSizeF(size()));
        stale_ = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, picture_);
    if (framed_) {
        const Canvas c = canvas(size());
        drawLive(painter, c);
        drawCursors(painter, c);
        drawReadout(painter, marked_.isEmpty() ? words_ : cursorText(frame_, marked_));
        if (boxing_ && moved_) {
            painter.setPen(pen(style().theme.text, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box_);
        }
    }
    if (hovered_ > 0 && frame_.layers > 0 && framed_) {
        const Canvas c = canvas(size());
        const double x = std::round(c.px(hovered_));
        if (c.plot.contains(int(x), c.plot.center().y())) {
            painter.setPen(pen(style().theme.text, 1, Qt::DotLine));
            painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
        }
    }
    notifyPainted();
}

}   // namespace stepzero
