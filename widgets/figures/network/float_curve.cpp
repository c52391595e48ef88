// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/float_curve.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr int most_dots = 64;

/// Calls draw(upper edge, lower edge backwards) for each run of layers that have the band. The band of a single layer
/// is a third of a layer wide.
template <typename Draw>
void eachRun(const Canvas& c, const FloatCurve& tensor, const Draw& draw)
{
    const int n = int(tensor.low.size());
    for (int i = 0; i < n; ++i) {
        QPolygonF above, below;
        const int first = i;
        for (; i < n && std::isfinite(tensor.low[i]) && std::isfinite(tensor.high[i]); ++i) {
            above << c.drawable(i + 1, tensor.high[i]);
            below.prepend(c.drawable(i + 1, tensor.low[i]));
        }
        if (above.size() == 1) {
            const double half = 1 / 6.0;
            above
                = {c.drawable(first + 1 - half, tensor.high[first]), c.drawable(first + 1 + half, tensor.high[first])};
            below = {c.drawable(first + 1 + half, tensor.low[first]), c.drawable(first + 1 - half, tensor.low[first])};
        }
        if (!above.isEmpty())
            draw(above, below);
    }
}

}   // namespace

void drawBand(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.theme.tint(tensor.color, 0.28));
    eachRun(c, tensor, [&](const QPolygonF& above, const QPolygonF& below) { painter.drawPolygon(above + below); });
}

void drawBandEdges(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.pen(style.theme.tint(tensor.color, 0.6), 0.75));
    eachRun(c, tensor, [&](const QPolygonF& above, const QPolygonF& below) {
        painter.drawPolyline(above);
        painter.drawPolyline(below);
    });
}

void drawCurve(QPainter& painter, const Canvas& c, const FloatCurve& tensor, const Style& style)
{
    const int depth = int(tensor.rms.size());
    painter.setPen(style.pen(tensor.color, depth <= 256 ? 1.8 : 1));
    painter.setBrush(Qt::NoBrush);
    for (int i = 0; i < depth; ++i) {
        QPolygonF line;
        for (; i < depth && std::isfinite(tensor.rms[i]); ++i)
            line << c.drawable(i + 1, tensor.rms[i]);
        if (line.size() > 1)
            painter.drawPolyline(line);
    }
    if (depth > most_dots)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(tensor.color);
    for (int i = 0; i < depth; ++i)
        if (std::isfinite(tensor.rms[i]))
            painter.drawEllipse(
                c.drawable(i + 1, tensor.rms[i]), style.px(depth <= 24 ? 3 : 2.2), style.px(depth <= 24 ? 3 : 2.2));
}

void drawFates(QPainter& painter, const Canvas& c, const FloatCurve& tensor, int row, const Style& style)
{
    const double size = style.px(4), high = style.px(11);
    const double spacing = c.plot.width() / c.x.span();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(tensor.color);
    for (const bool over : {true, false}) {
        const double y = over ? c.plot.top() + high * (row + 0.5) : c.plot.bottom() + 1 - high * (row + 0.5);
        const double point = over ? -size : size;
        const auto triangle = [&](double x) {
            painter.setPen(style.pen(style.theme.background, 1));
            painter.drawPolygon(QPolygonF {{x - size, y - point}, {x + size, y - point}, {x, y + point}});
        };
        const int depth = int(tensor.losses.size());
        const auto is = [&](int l) {
            const FloatLoss& loss = tensor.losses[std::size_t(l - 1)];
            return over ? loss.over : loss.under;
        };
        for (int first = 1; first <= depth; ++first) {
            if (!is(first))
                continue;
            int last = first;
            while (last < depth && is(last + 1))
                ++last;
            if (spacing < 2.5 * size) {
                painter.setPen(Qt::NoPen);
                const double from = std::max(c.px(first - 0.5), double(c.plot.left())),
                             to = std::min(c.px(last + 0.5), c.plot.right() + 1.0);
                if (to > from)
                    painter.drawRect(QRectF(from, y - style.px(1), to - from, style.px(2)));
                if (last - first > 2 * size / spacing)
                    triangle(c.px((first + last) / 2.0));
            } else {
                for (int l = first; l <= last; ++l)
                    triangle(c.px(l));
            }
            first = last;
        }
    }
}

}   // namespace stepzero
