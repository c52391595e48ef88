// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/phase_image.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/frame/contours.h"
#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {

/// A quantity that the colours show; `low` and `high` are the ends of the scale.
struct PhaseReading {
    double low, high;
    QVector<double> ticks;   // in units of the quantity
    QVector<double> levels;   // levels of the contours, within the scale
};

const PhaseReading& chiReading()   // in log2 χ
{
    static const PhaseReading reading {-1, 1, {0.5, 0.75, 1, 1.5, 2}, {0.5, 0.75, 1.25, 1.5, 2}};
    return reading;
}

const PhaseReading& depthReading()   // in log10 ξ_c
{
    static const PhaseReading reading {0, 2, {1, 3, 10, 30, 100}, {1, 2, 5, 10, 20, 50}};
    return reading;
}

const PhaseReading& phaseReading(bool depth) { return depth ? depthReading() : chiReading(); }
double phaseLog(double value, bool depth) { return depth ? std::log10(value) : std::log2(value); }
ColorStops phaseStops(bool depth, const Theme& theme) { return depth ? viridis() : diverging(theme); }

/// Returns whether two maps have the same image.
bool isSameMap(const PhaseMap& a, const PhaseMap& b)
{
    return a.activation == b.activation && a.range == b.range && a.input_square == b.input_square
        && a.columns == b.columns && a.rows == b.rows && a.depth_scale.empty() == b.depth_scale.empty();
}

QVector<QPolygonF> piecesOf(const std::vector<CriticalPoint>& points)
{
    QVector<QPolygonF> pieces;
    bool open = false;
    for (const CriticalPoint& point : points) {
        if (!std::isnan(point.q)) {
            if (!open)
                pieces << QPolygonF();
            pieces.last() << QPointF(point.variances.weight, point.variances.bias);
        }
        open = !std::isnan(point.q);
    }
    return pieces;
}

}   // namespace

PhaseImage::PhaseImage(QCustomPlot& plot) : image_(new QCPColorMap(plot.xAxis, plot.yAxis))
{
    image_->setInterpolate(true);
    image_->setTightBoundary(false);
    image_->setAntialiased(false);
}

bool PhaseImage::show(const std::shared_ptr<const PhaseMap>& map, bool depth, const Theme& theme)
{
    const bool same = map && map_ && (map == map_ || isSameMap(*map, *map_));
    map_ = map;
    image_->setVisible(bool(map));
    if (!map)
        return false;
    image_->setGradient(gradientOf(phaseStops(depth, theme)));
    if (same && depth == depth_)
        return false;
    depth_ = depth;
    const std::vector<float>& values = depth ? map->depth_scale : map->chi;
    QCPColorMapData* grid = image_->data();
    if (grid->keySize() != map->columns || grid->valueSize() != map->rows)
        grid->setSize(map->columns, map->rows);
    const double halfX = map->range.weight / map->columns / 2, halfY = map->range.bias / map->rows / 2;
    grid->setRange(QCPRange(halfX, map->range.weight - halfX), QCPRange(halfY, map->range.bias - halfY));
    const PhaseReading& r = phaseReading(depth);
    for (int j = 0; j < map->rows; ++j)
        for (int i = 0; i < map->columns; ++i)
            grid->setCell(
                i, j, std::clamp(phaseLog(double(values[std::size_t(j * map->columns + i)]), depth), r.low, r.high));
    image_->setDataRange(QCPRange(r.low, r.high));
    trace(values);
    return true;
}

void PhaseImage::trace(const std::vector<float>& values)
{
    const PhaseMap& map = *map_;
    lines_.critical = piecesOf(map.critical_line);
    lines_.edges = piecesOf(map.edges);
    // Depth scales are infinite on the critical line, but their inverses are smooth enough to be interpolated.
    std::vector<double> cells(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        cells[i] = depth_ ? 1 / double(values[i]) : double(values[i]);
    const NodeGrid grid = gridOfCells(cells, map.columns, map.rows, map.range.weight, map.range.bias);
    lines_.levels.clear();
    for (const double level : phaseReading(depth_).levels)
        lines_.levels << PhaseLevel {pretty(level), contours(grid, depth_ ? 1 / level : level)};
}

void PhaseImage::drawScale(QPainter& painter, const Style& style, const QRect& plot) const
{
    const PhaseReading& reading = phaseReading(depth_);
    QVector<Tick> ticks;
    for (const double value : reading.ticks) {
        const double at = (phaseLog(value, depth_) - reading.low) / (reading.high - reading.low);
        const QString beyond = at > 0.999 ? QStringLiteral("≥ ") : at < 0.001 ? QStringLiteral("≤ ") : QString();
        ticks << Tick {at, beyond + pretty(value)};
    }
    drawColorScale(painter, style, plot, phaseStops(depth_, style.theme), ticks,
        depth_ ? QStringLiteral("$ξ_c$") : QStringLiteral("χ₁"));
}

}   // namespace stepzero
