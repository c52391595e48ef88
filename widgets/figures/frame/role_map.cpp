// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/role_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr double most_octaves = 3;   // ends of the scale of factors
constexpr double label_pixels = 130;   // Style pixels for the names of rows

}   // namespace

RoleMap::RoleMap(QWidget* parent) : AxesFigure(parent) { setFocusPolicy(Qt::StrongFocus); }

RoleMap::Colors RoleMap::decadesOf(const std::vector<std::size_t>& places) const
{
    Range decades {1e300, -1e300};
    for (const std::size_t place : places)
        if (const double value = valueOf(place); std::isfinite(value))
            decades = decades.united({value, value});
    decades = decades.low > decades.high ? Range {-1, 0} : roundedOut(Scale::log10, decades);
    constexpr int most = 8;   // labels, of which a low figure shows fewer
    return {viridis(), decades, ticksOf(Scale::log10, decades, most).ticks, true};
}

RoleMap::Colors RoleMap::octaves() const
{
    static const QStringList factors {QStringLiteral("≤ 1/8"), QStringLiteral("1/4"), QStringLiteral("1/2"),
        QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("≥ 8")};
    Colors colors {diverging(style().theme), {-most_octaves, most_octaves}, {}, false};
    for (qsizetype i = 0; i < factors.size(); ++i)
        colors.ticks << Tick {double(i) - most_octaves, factors[i]};
    return colors;
}

void RoleMap::showCells(RoleCells cells, Colors colors, Frame f)
{
    cells_ = std::move(cells);
    colors_ = std::move(colors);
    f.xScale = f.yScale = Scale::linear;
    f.right = 64;
    f.xHome = {0.5, std::max(1, cells_.blocks) + 0.5};
    f.yHome = {cells_.bottom, std::max(cells_.top, cells_.bottom + 1)};
    f.xLabel = cells_.blocks > 0 ? tr("block") : QString();
    f.xTicks = [blocks = cells_.blocks](
                   const Range& range, int most) { return blocks > 0 ? ticksOf(Scale::count, range, most) : Ticks(); };
    setRowTicks(f);
    f.noteRow = true;
    setFrame(f);
}

void RoleMap::drawContent(QPainter& painter, const QSize&, const Canvas& c)
{
    painter.save();
    painter.setClipRect(c.plot, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const RoleLine& line : cells_.lines)
        for (const RoleCell& cell : line.cells)
            drawCell(painter, cell, placeOf(c, cell), line.name.isEmpty());
    if (const auto chosen = chosenPlace())
        if (const RoleCell* cell = cells_.of(*chosen))
            outline(painter, placeOf(c, *cell), 2);
    painter.restore();
}

void RoleMap::drawBeside(QPainter& painter, const Canvas& c)
{
    if (cells_.lines.isEmpty())
        return;
    const int most = std::max(2, int(c.plot.height() / style().px(16)));
    const auto every = std::max<qsizetype>(1, (colors_.ticks.size() + most - 1) / most);
    QVector<Tick> ticks;
    for (qsizetype i = 0; i < colors_.ticks.size(); i += every)
        ticks << Tick {(colors_.ticks[i].at - colors_.range.low) / colors_.range.span(), colors_.ticks[i].label};
    // The label at the left names the quantity.
    drawColorScale(painter, style(), c.plot, colors_.stops, ticks, QString());
}

void RoleMap::drawLive(QPainter& painter, const Canvas& c)
{
    const RoleCell* cell = hovered_ ? cells_.of(*hovered_) : nullptr;
    if (!cell)
        return;
    painter.save();
    painter.setClipRect(c.plot, Qt::IntersectClip);
    outline(painter, placeOf(c, *cell), 1);
    painter.restore();
}

QString RoleMap::readoutAt(const QPointF& value) const
{
    const RoleCell* cell = cells_.at(value);
    if (!cell)
        return {};
    const QString text = textOf(cell->places.front());
    return cell->places.size() > 1 ? text + tr(" · and %1 more").arg(cell->places.size() - 1) : text;
}

void RoleMap::mouseMoveEvent(QMouseEvent* event)
{
    AxesFigure::mouseMoveEvent(event);
    const RoleCell* cell = cellAt(event->position());
    const auto hovered = cell ? std::optional(cell->places.front()) : std::nullopt;
    if (hovered != hovered_) {
        hovered_ = hovered;
        update();
    }
}

void RoleMap::leaveEvent(QEvent* event)
{
    hovered_.reset();
    AxesFigure::leaveEvent(event);
    update();
}

void RoleMap::mousePressEvent(QMouseEvent* event)
{
    pressed_ = event->pos();
    AxesFigure::mousePressEvent(event);
}

void RoleMap::mouseReleaseEvent(QMouseEvent* event)
{
    constexpr int still = 4;   // in pixels; a larger movement is a drag
    AxesFigure::mouseReleaseEvent(event);
    const bool click = event->button() == Qt::LeftButton && !(event->modifiers() & Qt::ShiftModifier)
        && (event->pos() - pressed_).manhattanLength() < still;
    if (const RoleCell* cell = click ? cellAt(event->position()) : nullptr)
        choose(*cell);
}

void RoleMap::keyPressEvent(QKeyEvent* event)
{
    const int right = event->key() == Qt::Key_Right ? 1
        : event->key() == Qt::Key_Left              ? -1
                                                    : 0,
              down = event->key() == Qt::Key_Down ? 1
        : event->key() == Qt::Key_Up              ? -1
                                                  : 0;
    if ((right == 0 && down == 0) || !shownExhibit() || cells_.lines.isEmpty())
        return AxesFigure::keyPressEvent(event);
    const auto chosen = chosenPlace();
    const RoleCell* cell = chosen ? cells_.of(*chosen) : nullptr;
    choose(cell ? *cells_.beside(*cell, right, down) : cells_.lines.first().cells.first());
}

QColor RoleMap::colorOf(double value) const
{
    return colorAt(colors_.stops, (value - colors_.range.low) / colors_.range.span());
}

QRectF RoleMap::placeOf(const Canvas& c, const RoleCell& cell) const
{
    const double left = std::round(c.px(cell.area.left())), right = std::round(c.px(cell.area.right())),
                 top = std::round(c.py(cell.area.bottom())), bottom = std::round(c.py(cell.area.top()));
    const double gap = right - left > style().px(6) && bottom - top > style().px(6) ? 1 : 0;
    return {left, top, right - left - gap, bottom - top - gap};
}

void RoleMap::drawCell(QPainter& painter, const RoleCell& cell, const QRectF& place, bool named) const
{
    const std::size_t first = cell.places.front();
    const Theme& theme = style().theme;
    const double value = valueOf(first);
    // White text on the dark end of viridis. On a diverging map the text colour is readable everywhere.
    QColor ink = theme.text;
    if (std::isfinite(value)) {
        const QColor color = colorOf(value);
        painter.fillRect(place, color);
        if (colors_.dark)
            ink = color.lightnessF() < 0.45F ? QColor(Qt::white) : QColor(Qt::black);
    } else {
        painter.fillRect(place, theme.tint(theme.grid, 0.6));
        if (isHatched(first))
            hatch(painter, place);
    }
    if (named) {
        const QFont font = style().numberFont();
        const QFontMetricsF metrics(font);
        const QRectF room = place.adjusted(style().px(4), 0, -style().px(signOf(cell) == Sign::none ? 4 : 16), 0);
        const QString name = nameOf(first);
        const double least = std::min(   // a letter at each end, else it tells nothing
            metrics.horizontalAdvance(name), metrics.horizontalAdvance(QStringLiteral("m…m")));
        if (room.width() >= least && place.height() >= 0.8 * metrics.height()) {
            const QString words = metrics.elidedText(name, Qt::ElideMiddle, room.width());
            if (!std::isfinite(value))   // hide the hatch under the text
                painter.fillRect(QRectF(room.left() - style().px(2), place.top() + 1,
                                     metrics.horizontalAdvance(words) + style().px(4), place.height() - 2),
                    theme.tint(theme.grid, 0.6));
            painter.setFont(font);
            painter.setPen(ink);
            painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, words);
        }
    }
    const QRectF corner
        = named ? QRectF(place.right() - style().px(16), place.top(), style().px(16), place.height()) : place;
    switch (signOf(cell)) {
    case Sign::cross:
        return drawCross(painter, corner, ink);
    case Sign::equals:
    case Sign::differs:
        return drawEquals(painter, corner, signOf(cell) == Sign::equals);
    case Sign::none:
        break;
    }
}

/// Hatches with lines that rise to the right.
void RoleMap::hatch(QPainter& painter, const QRectF& place) const
{
    painter.setPen(pen(style().theme.faint_text, 1));
    const double w = place.width(), h = place.height(), step = style().px(6);
    for (double t = step / 2; t < w + h; t += step)
        painter.drawLine(place.topLeft() + QPointF(std::max(0.0, t - h), std::min(t, h)),
            place.topLeft() + QPointF(std::min(t, w), std::max(0.0, t - w)));
}

void RoleMap::drawCross(QPainter& painter, const QRectF& place, const QColor& ink) const
{
    const double r = std::min({style().px(4), place.width() / 2 - 1, place.height() / 2 - 1});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen(ink, r > style().px(2.5) ? 1.6 : 1));
    const QPointF m = place.center();
    painter.drawLine(m + QPointF(-r, -r), m + QPointF(r, r));
    painter.drawLine(m + QPointF(-r, r), m + QPointF(r, -r));
    painter.restore();
}

void RoleMap::drawEquals(QPainter& painter, const QRectF& place, bool equal) const
{
    const double r = std::min({style().px(3.5), place.width() / 2 - 2, place.height() / 2 - 1});
    painter.setPen(pen(style().theme.faint_text, 1));
    const QPointF m(std::round(place.center().x()), std::round(place.center().y()));
    for (const double y : {-r / 2, r / 2})
        painter.drawLine(m + QPointF(-r, std::round(y)), m + QPointF(r, std::round(y)));
    if (!equal)
        painter.drawLine(m + QPointF(-r, r), m + QPointF(r, -r));
}

/// Draws an outline in the text colour, and one in the background colour inside it, to be visible on every colour.
void RoleMap::outline(QPainter& painter, const QRectF& place, double width) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    if (const double inner = width + 1; place.height() > style().px(18)) {   // unless it would cover a name
        painter.setPen(pen(style().theme.background, width));
        painter.drawRect(place.adjusted(inner, inner, -inner, -inner));
    }
    painter.setPen(pen(style().theme.text, hasFocus() ? width + 1 : width));
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

void RoleMap::setRowTicks(Frame& f) const
{
    const QFontMetricsF metrics(style().numberFont());
    double widest = 0;
    QVector<Tick> ticks;
    for (const RoleLine& line : cells_.lines) {
        const bool apart = line.name.isEmpty();
        const QString name = apart ? (ticks.isEmpty() ? tr("outside blocks") : QString())
                                   : metrics.elidedText(line.name, Qt::ElideLeft, style().px(label_pixels));
        widest = std::max(widest, metrics.horizontalAdvance(name));
        ticks << Tick {line.cells.first().area.center().y(), name};
    }
    f.left = std::max(54.0, widest / style().scale + 14);
    const double letters = metrics.height() / style().px(1);
    f.yTicks = [ticks, letters](const Range& range, int most) {
        constexpr double a_tick = 34;   // Style pixels that AxesFigure reserves for each of `most`
        const double row = a_tick * most / range.span();
        const auto every = std::max<qsizetype>(1, qsizetype(std::ceil(0.75 * letters / row)));
        Ticks shown;
        for (qsizetype i = 0; i < ticks.size(); i += every)
            if (range.contains(ticks[i].at) && !ticks[i].label.isEmpty())
                shown.ticks << ticks[i];
        return shown;
    };
}

const RoleCell* RoleMap::cellAt(const QPointF& at) const
{
    const Canvas c = canvas(size());
    return shownExhibit() && c.plot.contains(at.toPoint()) ? cells_.at({c.vx(at.x() + 0.5), c.vy(at.y() + 0.5)})
                                                           : nullptr;
}

}   // namespace stepzero
