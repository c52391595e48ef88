// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/layer_line.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"

namespace stepzero {

LayerLine layerLineOf(const LayerStatistic& statistic, const CellResult& cell, int series, bool log, bool theory)
{
    LayerLine line {cell.index, series};
    bool any = false;
    for (const CellLayer& layer : cell.layers) {
        const auto finite = [](double y) { return std::isfinite(y) ? y : nan; };
        line.y << finite(measuredAt(statistic, layer, log));
        const LayerSpan span = spanAt(statistic, layer, log, line.y.last());
        line.low << span.low;
        line.high << span.high;
        line.theory << finite(theory ? predictedAt(statistic, layer, log) : nan);
        any = any || std::isfinite(line.theory.last());
    }
    if (!any)
        line.theory.clear();
    return line;
}

QVector<bool> hiddenSpans(const QVector<LayerLine>& lines, int depth)
{
    QVector<bool> hidden(lines.size() * depth, false);
    QVector<Range> covered(depth, Range {1e300, -1e300});   // one contiguous span per layer
    for (qsizetype l = lines.size() - 1; l >= 0; --l) {
        const LayerLine& line = lines[l];
        if (line.second)
            continue;
        for (int i = 0; i < std::min(int(line.low.size()), depth); ++i) {
            const Range span {line.low[i], line.high[i]};
            if (!std::isfinite(span.span()))
                continue;
            Range& seen = covered[i];
            hidden[l * depth + i] = span.low >= seen.low && span.high <= seen.high;
            if (span.low <= seen.high && span.high >= seen.low)
                seen = seen.united(span);
            else if (span.span() > seen.span())
                seen = span;
        }
    }
    return hidden;
}

void drawLayerLine(QPainter& painter, const LayerLine& line, const Canvas& c, const LayerLineLook& how,
    const QVector<bool>& hidden, const Style& style)
{
    constexpr double near = 11;   // Style pixels: closer marks are left out
    const Theme& theme = style.theme;
    SeriesLook look = how.series;
    if (line.second && how.many)
        look.color = theme.tint(look.color, 0.4);   // many means that are noise around zero
    if (how.chosen)
        look.color = theme.text;
    const int layers = int(line.y.size());
    const double step = c.plot.width() / c.x.span();
    painter.setBrush(Qt::NoBrush);
    // ±1 standard deviation over replicas, as hairlines through the marks.
    painter.setPen(how.hairs ? QPen(look.color, 0) : style.pen(look.color, 1));
    QVector<QLineF> spans;
    if (!line.second && step >= style.px(5))
        for (int i = 0; i < layers; ++i)
            if (std::isfinite(line.low[i]) && std::isfinite(line.high[i]) && !hidden.value(i))
                spans << QLineF(c.at(i + 1, line.low[i]), c.at(i + 1, line.high[i]));
    painter.drawLines(spans);
    painter.setPen(how.hairs && !how.chosen ? QPen(look.color, 0)
            : line.second                   ? style.pen(look.color, how.chosen ? 1.8 : 1.2, Qt::DashLine)
                                            : style.pen(look.color, how.chosen ? 2.8 : 1.8));
    eachRun(c, line.y, [&](const QPolygonF& run) {
        if (run.size() > 1)
            painter.drawPolyline(run);
        else if (line.second || how.many) {
            painter.setPen(style.pen(look.color, 1.2));
            painter.drawEllipse(run.first(), style.px(2.5), style.px(2.5));
        }
    });
    if (line.second || how.many)
        return;
    const int every = std::max(1, int(std::ceil(style.px(near) / step)));
    for (int i = 0; i < layers; ++i)
        // Marks of different lines are at different layers, unless every layer has one.
        if (std::isfinite(line.y[i]) && (i % every == line.series % every || layers == 1))
            drawMark(painter, c.at(i + 1, line.y[i]), look, style);
}

}   // namespace stepzero
