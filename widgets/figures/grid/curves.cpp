// SPDX-License-Identifier: GPL-3.0-or-later
// Cells by layer: one number of every cell of a study over depth, in one set of axes. Colour distinguishes the values
// of the first list, dashes and marks those of the second. The roles are swapped where only the second has too many for
// dashes.
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/words/nan.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/color_scale.h"
#include "widgets/figures/grid/cell_axes.h"
#include "widgets/figures/grid/layer_numbers.h"

namespace stepzero {

namespace {

constexpr int most_curve_segments = 30000, most_lines = 600;   // more would take too long without showing anything more
constexpr double reachOfLines = 10;   // Style pixels: maximum distance of the pointer from a line

/// The dashes of a value of the second list. The first value is solid and has no marks.
struct Manner {
    int style = -1;   // style of a pin without its own colour (pins.h); −1: none
    QVector<qreal> dash {};
};

/// Returns the dashes of the neutral pin styles, which are black or white, one after the other.
Manner mannerOf(int value, const Theme& theme)
{
    constexpr int neutral = 3, looks = 8;
    if (value == 0)
        return {};
    const int style = neutral + looks * ((value + 4) % looks);   // begins with the first dashed style
    return {style, pinLook(style, theme).dash};
}

struct DrawnCell {
    std::size_t cell = 0;
    int color = 0, dash = 0;   // indices of the values that colour and dashes represent
    QVector<double> y, theory;   // in axis coordinates; NaN where there is nothing to draw
};

class CellCurvesFigure : public CellAxes<AxesFigure> {
public:
    explicit CellCurvesFigure(QWidget* parent) : CellAxes(parent)
    {
        Options options;
        for (const char* key : {"output_rms", "output_std", "preactivation_rms", "gradient_rms"}) {
            QString words = layerStatistic(QLatin1String(key)).name;
            words[0] = words[0].toUpper();
            options << qMakePair(QString::fromLatin1(key), words);
        }
        addChoice(QStringLiteral("signal"), options);
        addChoice(log_, QStringLiteral("axis"), {{true, "log", tr("Logarithmic")}, {false, "linear", tr("Linear")}});
        addToggle(QStringLiteral("theory"), tr("Show theory of the selected cell"), true);
    }

    FigureTable table() const override
    {
        FigureTable table;
        if (!gridStudy())
            return table;
        const GridResult& result = *gridStudy()->result;
        table.header << pathsOf(result.grid) << QStringLiteral("layer") << statistic().key
                     << QStringLiteral("predicted_") + statistic().key;
        for (const CellResult& cell : result.cells) {
            int number = 0;
            for (const CellLayer& layer : cell.layers)
                table.rows << labelsOf(cell)
                        + QStringList {QString::number(++number), exactMeasured(statistic(), layer),
                            exactPredicted(statistic(), layer)};
        }
        return table;
    }

protected:
    void rebuild() override
    {
        Frame f;
        f.yLabel = statistic().name;
        f.xScale = Scale::count;
        f.xHome = {0.5, 1.5};
        f.yScale = isLog() ? Scale::log10 : Scale::linear;
        lines_.clear();
        f.xLabel = layerWord(gridStudy()->result->grid);
        collect(*gridStudy()->result, f);
        name(gridStudy()->result->grid, f);
        setFrame(f);
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        constexpr int many = 300;
        const int chosen = chosenCell(*shownGridStudy());
        painter.save();
        painter.setClipRect(c.plot, Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing, lines_.size() < many);
        if (!low_.isEmpty()) {   // the area that contains the lines left out
            QPolygonF area;
            for (int i = 0; i < low_.size(); ++i)
                if (std::isfinite(low_[i])) {
                    area << c.drawable(i + 1, high_[i]);
                    area.prepend(c.drawable(i + 1, low_[i]));
                }
            painter.setPen(Qt::NoPen);
            painter.setBrush(style().theme.tint(style().theme.faint_text, 0.2));
            painter.drawPolygon(area);
        }
        const DrawnCell* above = nullptr;
        for (const DrawnCell& line : lines_)
            if (int(line.cell) == chosen)
                above = &line;
            else if (isOn(line))
                drawLine(painter, line, c, false);
        if (above) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawLine(painter, *above, c, true);
            painter.setPen(pen(style().theme.text, 1, Qt::DashLine));
            eachRun(c, above->theory, [&](const QPolygonF& run) { painter.drawPolyline(run); });
        }
        painter.restore();
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (colors_ <= most_named_series)
            return;
        const GridAxis& axis = shownGridStudy()->result->grid.axes[colored_];
        QVector<Tick> ticks;
        const int step = std::max(1, (colors_ + 5) / 6);
        const QFontMetricsF metrics(style().numberFont());
        for (int value = 0; value < colors_; value += step)
            ticks << Tick {double(value) / (colors_ - 1),
                metrics.elidedText(
                    QString::fromStdString(axis.labels[std::size_t(value)]), Qt::ElideRight, style().px(38))};
        drawColorScale(painter, style(), c.plot, lineColors(style().theme), ticks, listName(axis));
    }

    int cellAt(const QPointF& place, const Canvas& c) const override
    {
        int nearest = -1;
        double least = style().px(reachOfLines);
        for (const DrawnCell& line : lines_) {
            if (!isOn(line))
                continue;
            if (const double distance = distanceOf(line, place, c); distance < least) {
                least = distance;
                nearest = int(line.cell);
            }
        }
        return nearest;
    }

    QString readoutAt(const QPointF& value) const override
    {
        pointed_ = int(std::lround(value.x()));
        return CellAxes::readoutAt(value);
    }

    QString cellReadout(int index) const override
    {
        const GridResult& result = *shownGridStudy()->result;
        const CellResult* cell = cellOf(result, std::size_t(index));
        if (!cell)
            return {};
        const int layer = std::clamp(pointed_, 1, int(cell->layers.size()));
        return QStringLiteral("%1 · %2 · %3 %4")
            .arg(cellText(result.grid, cell->index), layerName(result.grid, layer), statistic().name,
                layerNumber(statistic(), cell->layers[std::size_t(layer - 1)]));
    }

private:
    const LayerStatistic& statistic() const { return layerStatistic(choice(QStringLiteral("signal"))); }
    bool isLog() const { return log_.value(); }
    bool isOn(const DrawnCell& line) const
    {
        return !isOff(QStringLiteral("color%1").arg(line.color)) && !isOff(QStringLiteral("dash%1").arg(line.dash));
    }

    QColor colorOf(int value) const
    {
        // Black or white, which the chosen cell has, and the palest colours come last.
        static constexpr std::array<int, most_named_series> order {0, 1, 2, 4, 5, 6, 3, 7};
        if (colors_ <= most_named_series)
            return seriesLook(order[std::size_t(value)], colors_, style().theme).color;
        return lineColor(style().theme, value, colors_);
    }

    void tellApart(const Grid& grid)
    {
        const auto valuesOf
            = [&](std::size_t list) { return list < grid.axes.size() ? int(grid.axes[list].values.size()) : 1; };
        const bool swapped = valuesOf(1) > most_named_series && valuesOf(0) <= most_named_series;
        colored_ = swapped ? 1 : 0;
        dashed_ = swapped ? 0 : 1;
        colors_ = valuesOf(colored_);
        // When there are more values than dashes, only the pointer distinguishes them.
        dashes_ = valuesOf(dashed_) <= most_named_series ? valuesOf(dashed_) : 1;
    }

    void collect(const GridResult& result, Frame& f)
    {
        const bool log = isLog();
        tellApart(result.grid);
        UndrawnLayers undrawn;
        LayerReach all(log);
        const int depth = deepest(result), chosen = chosenCell(*gridStudy());
        const bool theory = toggled(QStringLiteral("theory"));
        const LayerStatistic& drawn = statistic();
        const std::size_t cells = result.cells.size(),
                          most = std::size_t(std::clamp(most_curve_segments / depth, 50, most_lines));
        low_.clear();
        high_.clear();
        QVector<double> y;
        for (std::size_t i = 0, next = 0; i < cells; ++i) {
            const CellResult& cell = result.cells[i];
            UndrawnReasons reasons;
            y.resize(0);
            for (const CellLayer& layer : cell.layers) {
                reasons.include(all.include(drawn, layer, false));
                const double number = measuredAt(drawn, layer, log);
                y << (std::isfinite(number) ? number : nan);
            }
            undrawn.add(cell.index, reasons);
            if (cells > most)
                extendBand(y);
            const bool even = cells <= most || i == next * (cells - 1) / (most - 1);   // an evenly spaced selection
            next += even;
            if (even || int(cell.index) == chosen)
                lines_ << lineOf(result.grid, cell, y, theory && int(cell.index) == chosen);
        }
        if (cells > most)
            f.notes << tr("%1 of %2 lines shown; the grey band spans all").arg(most).arg(cells);
        f.xHome = {0.5, depth + 0.5};
        f.yHome = all.empty() ? (log ? Range {-0.5, 0.5} : Range {0, 1}) : roundedOut(f.yScale, *all.range());
        if (all.empty() && !lines_.isEmpty()) {
            f.quiet = !undrawn.missing.isEmpty() ? tr("not measured")
                : !undrawn.zero.isEmpty()        ? tr("zero in every layer of every cell")
                                                 : tr("beyond the axis");
            undrawn.missing.clear();   // the axes show this already
        }
        undrawn.addNotes(result, log, f.notes);
    }

    DrawnCell lineOf(const Grid& grid, const CellResult& cell, const QVector<double>& y, bool theory) const
    {
        const std::vector<std::size_t> position = cell_position(grid, cell.index);
        DrawnCell line {cell.index, int(position[colored_]), dashes_ > 1 ? int(position[dashed_]) : 0, y, {}};
        for (const CellLayer& layer : cell.layers) {
            const double predicted = theory ? predictedAt(statistic(), layer, isLog()) : nan;
            line.theory << (std::isfinite(predicted) ? predicted : nan);
        }
        return line;
    }

    /// Extends the band of all cells.
    void extendBand(const QVector<double>& y)
    {
        for (qsizetype at = 0; at < y.size(); ++at) {
            if (at == low_.size()) {
                low_ << nan;
                high_ << nan;
            }
            low_[at] = std::fmin(low_[at], y[at]);
            high_[at] = std::fmax(high_[at], y[at]);
        }
    }

    /// Returns the name for a legend, whose first entry also names the list.
    static QString nameOf(const GridAxis& axis, int value)
    {
        return value == 0 ? valueText(axis, 0) : QString::fromStdString(axis.labels[std::size_t(value)]);
    }

    void name(const Grid& grid, Frame& f) const
    {
        const bool alone = cell_count(grid) == std::size_t(colors_);
        if (colors_ > most_named_series)   // the title of the scale is centred over it
            f.right = std::max(64.0,
                30
                    + QFontMetricsF(style().numberFont()).horizontalAdvance(listName(grid.axes[colored_])) / 2
                        / style().scale);
        else
            for (int value = 0; value < colors_; ++value) {
                LegendEntry entry {QStringLiteral("color%1").arg(value), nameOf(grid.axes[colored_], value),
                    colorOf(value), LegendEntry::Mark::line, std::nullopt};
                if (alone)
                    entry.end = endOf(value, f.xHome);
                f.legend << entry;
            }
        for (int value = 0; dashes_ > 1 && value < dashes_; ++value)
            f.legend << LegendEntry {QStringLiteral("dash%1").arg(value), nameOf(grid.axes[dashed_], value),
                style().theme.text, LegendEntry::Mark::line, std::nullopt, mannerOf(value, style().theme).style};
    }

    /// Returns where the line of a colour ends, if it reaches the edge of the axes.
    std::optional<double> endOf(int value, const Range& x) const
    {
        for (const DrawnCell& line : lines_)
            if (line.color == value && !line.y.isEmpty() && std::isfinite(line.y.last())
                && double(line.y.size()) + 0.5 >= x.high)
                return line.y.last();
        return std::nullopt;
    }

    void drawLine(QPainter& painter, const DrawnCell& line, const Canvas& c, bool chosen) const
    {
        constexpr int fine = 100, bare = 30;   // numbers of lines from which they are thin, or have no marks
        const Theme& theme = style().theme;
        const Manner manner = mannerOf(line.dash, theme);
        const QColor color = chosen ? theme.text : colorOf(line.color);
        QPen stroke = pen(color, chosen ? 3 : lines_.size() < fine ? 1.6 : 1);
        if (!manner.dash.isEmpty())
            stroke.setDashPattern(manner.dash);
        painter.setBrush(Qt::NoBrush);
        const SeriesLook mark {std::max(0, manner.style), color, true};
        eachRun(c, line.y, [&](const QPolygonF& run) {
            painter.setPen(stroke);
            if (run.size() > 1)
                painter.drawPolyline(run);
            if (lines_.size() >= bare && run.size() > 1)
                return;
            // A few marks, at different layers for different lines. A point without neighbours is only a mark.
            const int every = std::max(1, int(run.size()) / 4);
            for (int i = 0; i < run.size(); ++i)
                if (run.size() == 1 || (manner.style >= 0 && i % every == line.color % every))
                    drawMark(painter, run[i], mark, style());
        });
    }

    /// Returns the distance in pixels to the line segment between the layers next to the pointer.
    static double distanceOf(const DrawnCell& line, const QPointF& place, const Canvas& c)
    {
        const int n = int(line.y.size());
        if (n == 0)
            return std::numeric_limits<double>::infinity();
        const int left = std::clamp(int(std::floor(c.vx(place.x()))), 1, n), right = std::min(left + 1, n);
        const double a = line.y[left - 1], b = line.y[right - 1];
        if (!std::isfinite(a) && !std::isfinite(b))
            return std::numeric_limits<double>::infinity();
        const QPointF from = c.at(std::isfinite(a) ? left : right, std::isfinite(a) ? a : b);
        const QPointF to = c.at(std::isfinite(b) ? right : left, std::isfinite(b) ? b : a);
        const QPointF d = to - from;
        const double length = QPointF::dotProduct(d, d);
        const double t = length > 0 ? std::clamp(QPointF::dotProduct(place - from, d) / length, 0.0, 1.0) : 0;
        const QPointF off = place - (from + t * d);
        return std::hypot(off.x(), off.y());
    }

    QVector<DrawnCell> lines_;
    QVector<double> low_, high_;   // range of all cells by layer, where not all have a line
    std::size_t colored_ = 0, dashed_ = 1;   // the lists that colour and dashes represent
    int colors_ = 1, dashes_ = 1;   // numbers of their values that are distinguished
    mutable int pointed_ = 1;   // the layer under the pointer
    ChoiceOf<bool> log_;
};

}   // namespace

FigureKind figure_study_curves()
{
    return {QStringLiteral("study_curves"), QObject::tr("Cells by layer"), created<CellCurvesFigure>,
        {{manyExperiments, 3}}, QObject::tr("By layer")};
}

}   // namespace stepzero
