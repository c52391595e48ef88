// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/pins.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stepzero {

namespace {

constexpr int looks = 8;
constexpr double thickness = 1.5;   // width of lines, in Style pixels
constexpr double markSize = 7;
constexpr int mostMarks = 8;   // marks per line
constexpr std::size_t thinFrom = 256;   // number of points from which lines are thin, since Qt draws thick ones ten
                                        // times slower

/// Returns the relative luminance of WCAG 2.
double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// Returns whether a line needs a casing below it to be visible, as yellow on white does.
bool needsCasing(const QColor& color, const Theme& theme)
{
    constexpr double enough = 1.8;
    const double a = luminance(color) + 0.05, b = luminance(theme.background) + 0.05;
    return std::max(a, b) / std::min(a, b) < enough;
}

QPen penOf(const PinLook& look, const QColor& color, double width, double drawnWidth)
{
    QPen pen(color, drawnWidth);
    QVector<qreal> dash = look.dash;
    for (qreal& length : dash)
        length *= width / drawnWidth;
    pen.setDashPattern(dash);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

void drawPolyline(QPainter& painter, const QPolygonF& line, const PinLook& look, double width, const Style& style)
{
    painter.setBrush(Qt::NoBrush);
    if (needsCasing(look.color, style.theme)) {
        painter.setPen(penOf(look, style.theme.faint_text, width, width + style.px(1.2)));
        painter.drawPolyline(line);
    }
    painter.setPen(penOf(look, look.color, width, width));
    painter.drawPolyline(line);
}

QPolygonF around(double radius, const std::vector<double>& turns)
{
    QPolygonF shape;
    for (const double turn : turns)
        shape << QPointF(
            radius * std::sin(2 * std::numbers::pi * turn), -radius * std::cos(2 * std::numbers::pi * turn));
    return shape;
}

QPolygonF shapeOf(int mark, double size)
{
    const double r = size / 2;
    switch (mark) {
    case 1:
        return around(1.2 * r, {0.125, 0.375, 0.625, 0.875});
    case 2:
        return around(1.25 * r, {0, 1.0 / 3, 2.0 / 3});
    case 3:
        return around(1.25 * r, {0.5, 0.5 + 1.0 / 3, 0.5 + 2.0 / 3});
    case 4:
        return around(1.3 * r, {0, 0.25, 0.5, 0.75});
    case 5:
        return around(1.25 * r, {0.75, 0.75 + 1.0 / 3, 0.75 + 2.0 / 3});
    case 6:
        return around(1.25 * r, {0.25, 0.25 + 1.0 / 3, 0.25 + 2.0 / 3});
    case 7: {
        QPolygonF star;
        for (int i = 0; i < 10; ++i)
            star << around(i % 2 == 0 ? 1.45 * r : 0.62 * r, {i / 10.0}).first();
        return star;
    }
    default:
        return {};
    }
}

void drawMark(QPainter& painter, const PinLook& look, const QPointF& at, PinFill fill, const Style& style)
{
    const bool pale = needsCasing(look.color, style.theme);
    const double size = style.px(markSize);
    painter.setPen(QPen(pale ? style.theme.faint_text : look.color, style.px(1)));
    painter.setBrush(fill == PinFill::filled ? look.color : style.theme.background);
    if (look.mark == 0)
        painter.drawEllipse(at, size / 2, size / 2);
    else
        painter.drawPolygon(shapeOf(look.mark, size).translated(at));
    if (fill != PinFill::dotted)
        return;
    painter.setBrush(pale ? style.theme.faint_text : look.color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(at, size / 6, size / 6);
}

/// Clips a segment to `area` (Liang and Barsky); returns false when nothing is left.
bool cut(const QRectF& area, QPointF& a, QPointF& b)
{
    const QPointF d = b - a;
    double from = 0, to = 1;
    const auto side = [&](double p, double q) {
        if (p == 0)
            return q >= 0;
        const double r = q / p;
        if (p < 0)
            from = std::max(from, r);
        else
            to = std::min(to, r);
        return from <= to;
    };
    if (!side(-d.x(), a.x() - area.left()) || !side(d.x(), area.right() - a.x()) || !side(-d.y(), a.y() - area.top())
        || !side(d.y(), area.bottom() - a.y()))
        return false;
    const QPointF start = a;
    a = start + from * d;
    b = start + to * d;
    return true;
}

Range united(const QVector<PinLine>& lines, Range range, QVector<double> PinLine::*values)
{
    for (const PinLine& line : lines)
        for (const double value : line.*values)
            if (std::isfinite(value))
                range = range.united({value, value});
    return range;
}

}   // namespace

PinLook pinLook(int style, const Theme& theme)
{
    static const std::array<QVector<qreal>, looks> dashes {
        QVector<qreal> {6, 2}, {2, 1.5}, {8, 2, 2, 2}, {4, 4}, {12, 3}, {8, 2, 2, 2, 2, 2}, {1.2, 2.4}, {10, 2, 4, 2}};
    const int round = style / looks;
    return {theme.pins[style % looks], dashes[std::size_t((style + round) % looks)], (style + 3 * round) % looks};
}

QChar pinSign(int style)
{
    static const std::array<char16_t, looks> signs {0x25cf, 0x25a0, 0x25b2, 0x25bc, 0x25c6, 0x25c0, 0x25b6, 0x2605};
    return signs[std::size_t(pinLook(style, theme(QStringLiteral("light"))).mark)];
}

Range withPinnedX(const QVector<PinLine>& lines, Range range) { return united(lines, range, &PinLine::x); }
Range withPinnedY(const QVector<PinLine>& lines, Range range) { return united(lines, range, &PinLine::y); }

namespace {

/// Returns the points of a line in pixels, with the corners of steps; not finite where the line has a gap.
QVector<QPointF> pinPointsOf(const PinLine& line, const std::function<QPointF(double, double)>& at)
{
    QVector<QPointF> points;
    const int n = int(line.x.size());
    points.reserve(line.steps ? 2 * n : n);
    for (int i = 0; i < n; ++i) {
        const bool is = std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
        const QPointF point = is ? at(line.x[i], line.y[i]) : QPointF(std::nan(""), std::nan(""));
        if (is && line.steps && !points.isEmpty() && std::isfinite(points.last().x()))
            points << QPointF(point.x(), points.last().y());
        points << point;
    }
    return points;
}

/// Cuts a line to an area, without points that are too close to be visible. Calls draw(polygon) for each piece.
template <class Draw>
void eachPiece(const QVector<QPointF>& points, const QRectF& area, const Draw& draw)
{
    constexpr double near = 0.7;   // in pixels
    QPolygonF run;
    const auto flush = [&] {
        if (run.size() > 1)
            draw(run);
        run.clear();
    };
    QPointF last(std::nan(""), std::nan(""));
    for (const QPointF& point : points) {
        if (!std::isfinite(point.x())) {
            flush();
            last = point;
            continue;
        }
        if (std::isfinite(last.x())) {
            QPointF a = last, b = point;
            if (!cut(area, a, b)) {
                flush();
            } else {
                if (run.isEmpty() || a != last) {
                    flush();
                    run << a;
                }
                const bool whole = b == point;
                if (whole && &point != &points.last() && (b - run.last()).manhattanLength() < near)
                    continue;   // the next segment begins at the last visible point
                run << b;
                if (!whole)
                    flush();
            }
        }
        last = point;
    }
    flush();
}

/// Draws the marks of a line, staggered so that those of coinciding lines do not overlap.
void drawPinMarks(QPainter& painter, const PinLine& line, const PinLook& look, const QRectF& area,
    const std::function<QPointF(double, double)>& at, const Style& style)
{
    const int n = int(line.x.size());
    const int every = std::max(1, (n + mostMarks - 1) / mostMarks);
    for (int i = 0; i < n; ++i) {
        if (!std::isfinite(line.x[i]) || !std::isfinite(line.y[i]) || (line.steps && line.y[i] == 0))
            continue;
        const bool alone = (i == 0 || !std::isfinite(line.y[i - 1])) && (i + 1 == n || !std::isfinite(line.y[i + 1]));
        if (!alone && (i + line.pin.style) % every != 0)
            continue;
        QPointF point = at(line.x[i], line.y[i]);
        if (line.steps && i + 1 < n && std::isfinite(line.x[i + 1]))
            point.setX((point.x() + at(line.x[i + 1], line.y[i]).x()) / 2);
        if (area.adjusted(-1, -1, 1, 1).contains(point))
            drawMark(painter, look, point, line.fill, style);
    }
}

}   // namespace

void drawPinLine(QPainter& painter, const PinLine& line, const QRectF& area,
    const std::function<QPointF(double, double)>& at, const Style& style)
{
    const PinLook look = pinLook(line.pin.style, style.theme);
    const bool second = line.fill != PinFill::filled;
    const double width = std::size_t(line.x.size()) > thinFrom ? 1 : style.px(second ? 1.1 : thickness);
    const double room = 2 * style.px(markSize);
    painter.setRenderHint(QPainter::Antialiasing, true);
    eachPiece(pinPointsOf(line, at), area.adjusted(-room, -room, room, room),
        [&](const QPolygonF& run) { drawPolyline(painter, run, look, width, style); });
    drawPinMarks(painter, line, look, area, at, style);
}

void drawPinSample(QPainter& painter, const QRectF& place, int pinStyle, const Style& style, const QColor& color)
{
    PinLook look = pinLook(pinStyle, style.theme);
    if (color.isValid())
        look.color = color;
    const QPointF middle = place.center();
    painter.setRenderHint(QPainter::Antialiasing, true);
    drawPolyline(painter, QPolygonF(QVector<QPointF> {{place.left(), middle.y()}, {place.right(), middle.y()}}), look,
        style.px(thickness), style);
    drawMark(painter, look, middle, PinFill::filled, style);
}

}   // namespace stepzero
