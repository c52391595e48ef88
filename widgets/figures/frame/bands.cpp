// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/bands.h"

#include <QPainter>
#include <cmath>

namespace stepzero {

void eachRun(const Canvas& c, const Band& band, const std::function<void(const QPolygonF&, const QPolygonF&)>& draw)
{
    const int n = int(band.low.size());
    for (int i = 0; i < n; ++i) {
        QPolygonF above, below;
        for (; i < n && std::isfinite(band.low[i]) && std::isfinite(band.high[i]); ++i) {
            const double x = band.x.isEmpty() ? i + 1 : band.x[i];
            above << c.drawable(x, band.high[i]);
            below.prepend(c.drawable(x, band.low[i]));
        }
        if (above.size() > 1)
            draw(above, below);
    }
}

void drawBands(QPainter& painter, const Canvas& c, const QVector<Band>& bands, const Style& style)
{
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Band& band : bands) {
        painter.setBrush(band.color);
        eachRun(c, band, [&](const QPolygonF& above, const QPolygonF& below) { painter.drawPolygon(above + below); });
    }
    for (const Band& band : bands) {
        if (!band.edge.isValid())
            continue;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(style.pen(band.edge, 0.75));
        eachRun(c, band, [&](const QPolygonF& above, const QPolygonF& below) {
            painter.drawPolyline(above);
            painter.drawPolyline(below);
        });
    }
}

void drawChosenMark(
    QPainter& painter, const Canvas& c, double x, double y, const QColor& color, const Style& style, double radius)
{
    if (!std::isfinite(y) || !c.x.contains(x) || !c.y.contains(y))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.pen(style.theme.text, color.isValid() ? 1.5 : 1.2));
    painter.setBrush(color.isValid() ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawEllipse(c.at(x, y), style.px(radius), style.px(radius));
}

Range rangeOf(std::initializer_list<const QVector<double>*> lines, Range range)
{
    for (const QVector<double>* line : lines)
        for (const double y : *line)
            if (std::isfinite(y))
                range = range.united({y, y});
    return range;
}

}   // namespace stepzero
