// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers by layer of each cell of a study, as small multiples. There is a panel for every combination of all lists but
// one, whose values are the lines in it. This follows the second figure of the course notes.
#include <QHash>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/grid/layer_line.h"
#include "widgets/figures/grid/layer_numbers.h"
#include "widgets/figures/grid/list_choice.h"
#include "widgets/figures/grid/panels.h"

namespace stepzero {

namespace {

/// The contents of a panel.
struct DrawnPanel {
    QVector<LayerLine> lines;
    QVector<double> low, high;   // range of all cells by layer, where not all have a line
};

// Limits per picture: more line segments would take too long without showing anything more.
constexpr int most_panel_segments = 8000, most_panels_seen = 60;

class CellLayersFigure : public PanelFigure {
public:
    explicit CellLayersFigure(QWidget* parent)
        : PanelFigure(parent), list_(tr("Lines in a panel"), this, [this] { changed(); })
    {
        addChoice(statistic_, QStringLiteral("drawn"),
            {{{"output_std", true}, "mean_std", tr("Mean and std of the output")},
                {{"output_std"}, "output_std", tr("Std of the output")},
                {{"output_rms"}, "output_rms", tr("RMS of the output")},
                {{"preactivation_rms"}, "preactivation_rms", tr("RMS of the preactivation")},
                {{"gradient_rms"}, "gradient_rms", tr("RMS of the gradient")}});
        addChoice(scale_, QStringLiteral("scale"),
            {{std::nullopt, "auto", tr("Logarithmic for wide ranges")}, {Scale::log10, "log", tr("Logarithmic")},
                {Scale::linear, "linear", tr("Linear")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    QList<QAction*> choices() const override { return list_.before(PanelFigure::choices()); }
    QJsonObject viewState() const override { return list_.in(PanelFigure::viewState()); }
    void setViewState(const QJsonObject& state) override
    {
        list_.from(state);
        PanelFigure::setViewState(state);
    }

    FigureTable table() const override
    {
        FigureTable table;
        if (!gridStudy())
            return table;
        const GridResult& result = *gridStudy()->result;
        table.header << pathsOf(result.grid) << QStringLiteral("layer");
        for (const LayerStatistic& statistic : layerStatistics())
            table.header << statistic.key;
        for (const LayerStatistic& statistic : layerStatistics())
            table.header << QStringLiteral("predicted_") + statistic.key;
        for (const CellResult& cell : result.cells) {
            int number = 0;
            for (const CellLayer& layer : cell.layers) {
                QStringList row = labelsOf(cell) << QString::number(++number);
                for (const LayerStatistic& statistic : layerStatistics())
                    row << exactMeasured(statistic, layer);
                for (const LayerStatistic& statistic : layerStatistics())
                    row << exactPredicted(statistic, layer);
                table.rows << row;
            }
        }
        return table;
    }

protected:
    void rebuildPanels() override
    {
        const GridResult& result = *gridStudy()->result;
        inner_ = list_.follow(result.grid, result.grid.axes.size() - 1);
        series_ = int(result.grid.axes[inner_].values.size());
        std::vector<std::size_t> others;
        for (std::size_t list = 0; list < result.grid.axes.size(); ++list)
            if (list != inner_ && result.grid.axes[list].values.size() > 1)
                others.push_back(list);
        PanelFrame f = panelsOver(result, others);
        log_ = isLogarithmic(result);
        collect(result, f);

        f.xScale = Scale::count;
        f.x = {0.5, depth_ + 0.5};
        f.yScale = log_ ? Scale::log10 : Scale::linear;
        f.xLabel = layerWord(result.grid);
        const Theme& theme = style().theme;
        using Mark = LegendEntry::Mark;
        if (withMean()) {
            f.yLabel = log_ ? tr("std and |mean| of the output") : tr("std and mean of the output");
            f.legend << PanelName {QStringLiteral("std"), tr("std"), Mark::line, theme.faint_text, 2}
                     << PanelName {QStringLiteral("mean"), log_ ? tr("|mean|") : tr("mean"), Mark::dashed,
                            theme.faint_text, 1.2};
        } else {
            f.yLabel = main().name;
        }
        const GridAxis& axis = result.grid.axes[inner_];
        const bool all = series_ <= most_named_series;
        QVector<int> named;
        for (int k = 0; k < series_; k += all ? 1 : (series_ + 4) / 5)   // among many, a few
            named << k;
        if (named.last() != series_ - 1)
            named << series_ - 1;
        for (const int k : named) {
            const SeriesLook look = lookOf(k);
            f.legend << PanelName {QStringLiteral("line%1").arg(k),
                k == 0 ? valueText(axis, 0) : QString::fromStdString(axis.labels[std::size_t(k)]), Mark::line,
                look.color, 1.8, all ? std::optional(look) : std::nullopt};
        }
        if (hasTheory_)
            f.legend << PanelName {QStringLiteral("theory"), tr("theory"), Mark::line, theme.text, 1};
        setFrame(f);
    }

    void drawPanel(QPainter& painter, int panel, const Canvas& c) const override
    {
        const int chosen = chosenCell(*shownGridStudy());
        const DrawnPanel& drawn = drawnIn(panel);
        // More lines than this are hairlines: Qt is ten times slower with anything else.
        constexpr qsizetype many = 400;
        const bool hairs = drawn.lines.size() * std::min(panels().size(), qsizetype(most_panels_seen)) > many;
        painter.setRenderHint(QPainter::Antialiasing, !hairs);
        if (!drawn.low.isEmpty()) {   // the area that contains the lines left out
            QPolygonF area;
            for (int i = 0; i < drawn.low.size(); ++i)
                if (std::isfinite(drawn.low[i])) {
                    area << c.drawable(i + 1, drawn.high[i]);
                    area.prepend(c.drawable(i + 1, drawn.low[i]));
                }
            painter.setPen(Qt::NoPen);
            painter.setBrush(style().theme.tint(style().theme.faint_text, 0.2));
            painter.drawPolygon(area);
        }
        const QVector<bool> hidden = hairs ? hiddenSpans(drawn.lines, depth_) : QVector<bool>();
        for (const bool second : {true, false})
            for (qsizetype i = 0; i < drawn.lines.size(); ++i)
                if (const LayerLine& line = drawn.lines[i]; line.second == second)
                    drawLayerLine(painter, line, c,
                        {lookOf(line.series), series_ > most_named_series, int(line.cell) == chosen, hairs},
                        hidden.mid(i * depth_, hairs ? depth_ : 0), style());
        if (isOff(QStringLiteral("theory")))
            return;
        painter.setBrush(Qt::NoBrush);
        for (const LayerLine& line : drawn.lines) {
            painter.setPen(pen(style().theme.text, 1, line.second ? Qt::DotLine : Qt::SolidLine));
            const QPointF alone(style().px(9), 0);
            eachRun(c, line.theory, [&](const QPolygonF& run) {
                if (run.size() > 1)
                    painter.drawPolyline(run);
                else
                    painter.drawLine(run.first() - alone, run.first() + alone);
            });
        }
    }

    QString readoutIn(int panel, const Canvas& c, const QPointF& place) const override
    {
        const GridResult& result = *shownGridStudy()->result;
        const Panel& p = panels()[panel];
        const int layer = std::clamp(int(std::lround(c.vx(place.x()))), 1, depth_);
        QStringList parts {wordsOf(panel).title, layerName(result.grid, layer)};
        const CellResult* under = cellOf(result, cellIn(panel, c, place));
        for (const std::size_t index : p.cells) {
            const CellResult* cell = cellOf(result, index);
            if (!cell || cell->layers.size() < std::size_t(layer)
                || (p.cells.size() > 3 && cell != under))   // a line of text has no room for many
                continue;
            const CellLayer& numbers = cell->layers[std::size_t(layer - 1)];
            QString text = valueText(result.grid.axes[inner_], seriesOf(result.grid, index)) + QLatin1Char(' ');
            if (withMean())
                text += tr("std %1, mean %2")
                            .arg(layerNumber(layerStatistic(QStringLiteral("output_std")), numbers),
                                layerNumber(layerStatistic(QStringLiteral("output_mean")), numbers));
            else
                text += main().of(numbers) ? layerNumber(main(), numbers) : tr("not measured");
            parts << text;
        }
        return parts.join(QStringLiteral(" · "));
    }

    /// Returns the cell of the nearest line.
    std::size_t cellIn(int panel, const Canvas& c, const QPointF& place) const override
    {
        const int layer = std::clamp(int(std::lround(c.vx(place.x()))), 1, depth_);
        std::optional<std::size_t> nearest;
        double least = std::numeric_limits<double>::infinity();
        for (const LayerLine& line : drawnIn(panel).lines) {
            const double y = line.y.value(layer - 1, nan);
            const double distance = std::abs(c.py(y) - place.y());
            if (!line.second && distance < least) {
                least = distance;
                nearest = line.cell;
            }
        }
        return nearest ? *nearest : PanelFigure::cellIn(panel, c, place);
    }

private:
    bool withMean() const { return statistic_.value().withMean; }
    const LayerStatistic& main() const { return layerStatistic(QLatin1String(statistic_.value().key)); }

    SeriesLook lookOf(int series) const
    {
        SeriesLook look = seriesLook(series, series_, style().theme);
        if (series_ > most_named_series)
            look.color = lineColor(style().theme, series, series_);
        return look;
    }

    std::size_t seriesOf(const Grid& grid, std::size_t cell) const { return cell_position(grid, cell)[inner_]; }

    bool isLogarithmic(const GridResult& result) const
    {
        constexpr double much = 1.3;   // in decades
        if (const auto chosen = scale_.value())
            return *chosen == Scale::log10;
        const LayerStatistic& drawn = main();
        LayerReach all(true);
        for (const CellResult& cell : result.cells)
            for (const CellLayer& layer : cell.layers)
                all.include(drawn, layer, false);
        return all.range() && all.range()->span() > much;
    }

    /// Determines the range of a cell's line without building it, since there may be ten thousand.
    void look(const LayerStatistic& statistic, const CellResult& cell, bool theory, UndrawnReasons& undrawn,
        LayerReach& reach)
    {
        for (const CellLayer& layer : cell.layers) {
            undrawn.include(reach.include(statistic, layer, true));
            if (const double predicted = theory ? predictedAt(statistic, layer, log_) : nan; std::isfinite(predicted)) {
                hasTheory_ = true;
                reach.include(predicted);
            }
        }
    }

    /// Returns whether theory is drawn. Among many lines only the chosen one has it, since it would cover everything.
    bool showsTheory(std::size_t cell) const
    {
        return toggled(QStringLiteral("theory"))
            && (series_ <= most_named_series || int(cell) == chosenCell(*gridStudy()));
    }

    bool isLineOff(const Grid& grid, std::size_t cell) const
    {
        return !off().isEmpty() && isOff(QStringLiteral("line%1").arg(seriesOf(grid, cell)));
    }

    void collect(const GridResult& result, PanelFrame& f)
    {
        drawn_.clear();
        hasTheory_ = false;
        depth_ = deepest(result);
        const bool std = !(withMean() && isOff(QStringLiteral("std")));
        const bool mean = withMean() && !isOff(QStringLiteral("mean"));
        const bool shown = toggled(QStringLiteral("theory")), theory = shown && series_ <= most_named_series;
        const int chosen = shown ? chosenCell(*gridStudy()) : -1;
        const LayerStatistic &ofStd = main(), &ofMean = layerStatistic(QStringLiteral("output_mean"));
        UndrawnLayers cells;
        LayerReach all(log_), means(log_);
        std::size_t most = 0;
        for (Panel& panel : f.panels) {
            bool anything = false, any = false;
            UndrawnReasons ofPanel;
            most = std::max(most, panel.cells.size());
            for (const std::size_t index : panel.cells) {
                const CellResult* cell = cellOf(result, index);
                if (!cell || isLineOff(result.grid, index))
                    continue;
                any = any || std || mean;
                UndrawnReasons undrawn;
                LayerReach reach(log_), reachOfMean(log_);
                if (std) {
                    look(ofStd, *cell, theory || int(index) == chosen, undrawn, reach);
                    cells.add(index, undrawn);
                }
                all.include(reach);
                ofPanel.zero |= undrawn.zero;
                ofPanel.missing |= undrawn.missing;
                UndrawnReasons unsaid;   // a mean of exactly zero needs no note
                if (mean)
                    look(ofMean, *cell, theory || int(index) == chosen, unsaid, reachOfMean);
                means.include(reachOfMean);
                anything = anything || !reach.empty() || !reachOfMean.empty();
            }
            if (panel.computed && !anything && any)
                panel.quiet = ofPanel.missing ? tr("not measured")
                    : ofPanel.zero            ? tr("zero in every layer")
                                              : tr("beyond the axis");
        }
        mostLines_
            = std::clamp(most_panel_segments / depth_ / std::min(int(f.panels.size()), most_panels_seen), 8, 300);
        if (most > std::size_t(mostLines_))
            f.notes << tr("%1 of %2 lines shown; the grey band spans all").arg(mostLines_).arg(most);
        if (cells.missing.size() == qsizetype(result.cells.size()))
            cells.missing.clear();   // the panels show this already
        f.y = axisOver(all.range(), means.range());
        cells.addNotes(result, log_, f.notes);
    }

    Range axisOver(std::optional<Range> all, std::optional<Range> means) const
    {
        if (log_ && all && means) {   // a mean that is noise around zero does not justify many decades
            constexpr double decades = 1;
            means->low = std::max(means->low, all->low - decades);
            means->high = std::max(means->high, means->low);
        }
        if (means)
            all = all ? all->united(*means) : *means;
        return all ? withAir(*all) : log_ ? Range {-0.5, 0.5} : Range {0, 1};
    }

    /// Returns the lines of a panel. Among many, they are the first, the last, evenly spaced ones between them, and the
    /// chosen one.
    const DrawnPanel& drawnIn(int panel) const
    {
        if (const auto found = drawn_.constFind(panel); found != drawn_.constEnd())
            return *found;
        const GridResult& result = *shownGridStudy()->result;
        std::vector<const CellResult*> cells;
        for (const std::size_t index : panels()[panel].cells)
            if (const CellResult* cell = cellOf(result, index); cell && !isLineOff(result.grid, index))
                cells.push_back(cell);
        DrawnPanel drawn;
        const bool many = cells.size() > std::size_t(mostLines_);
        const LayerStatistic* std = withMean() && isOff(QStringLiteral("std")) ? nullptr : &main();
        const LayerStatistic* mean
            = withMean() && !isOff(QStringLiteral("mean")) ? &layerStatistic(QStringLiteral("output_mean")) : nullptr;
        if (many && std)
            surround(*std, cells, drawn);
        const int chosen = chosenCell(*shownGridStudy());
        for (std::size_t i = 0, next = 0; i < cells.size(); ++i) {
            const bool even = !many || i == next * (cells.size() - 1) / std::size_t(mostLines_ - 1);
            next += even;
            if (!even && int(cells[i]->index) != chosen)
                continue;
            const int k = int(seriesOf(result.grid, cells[i]->index));
            const bool theory = showsTheory(cells[i]->index);
            if (std)
                drawn.lines << layerLineOf(*std, *cells[i], k, log_, theory);
            if (mean) {
                drawn.lines << layerLineOf(*mean, *cells[i], k, log_, theory);
                drawn.lines.last().second = true;
            }
        }
        // Shorter lines are drawn later, so that longer ones do not hide them.
        std::stable_sort(drawn.lines.begin(), drawn.lines.end(),
            [](const LayerLine& l, const LayerLine& r) { return l.y.size() > r.y.size(); });
        return *drawn_.insert(panel, drawn);
    }

    /// Finds the minimum and maximum of all cells, layer by layer.
    void surround(const LayerStatistic& statistic, const std::vector<const CellResult*>& cells, DrawnPanel& drawn) const
    {
        std::vector<LayerReach> reaches;
        for (const CellResult* cell : cells)
            for (std::size_t i = 0; i < cell->layers.size(); ++i) {
                if (i == reaches.size())
                    reaches.emplace_back(log_);
                reaches[i].include(statistic, cell->layers[i], false);
            }
        for (const LayerReach& reach : reaches) {
            const Range all = reach.range().value_or(Range {nan, nan});
            drawn.low << all.low;
            drawn.high << all.high;
        }
    }

    /// Adds room for marks at both ends.
    Range withAir(const Range& values) const
    {
        constexpr double air = 0.05;
        const Range round = roundedOut(log_ ? Scale::log10 : Scale::linear, values);
        const double room = air * round.span();
        return {std::min(round.low, values.low - room), std::max(round.high, values.high + room)};
    }

    ListChoice list_;   // the list that the lines represent
    std::size_t inner_ = 0;
    int series_ = 1, depth_ = 1;
    bool log_ = true;
    int mostLines_ = 1;   // maximum number of lines per panel
    bool hasTheory_ = false;
    mutable QHash<int, DrawnPanel> drawn_;   // panels that were visible
    struct Drawn {
        const char* key;   // key of main()
        bool withMean = false;
    };
    ChoiceOf<Drawn> statistic_;
    ChoiceOf<std::optional<Scale>> scale_;   // absent: logarithmic for wide ranges
};

}   // namespace

FigureKind figure_study_layers()
{
    return {QStringLiteral("study_layers"), QObject::tr("Mean and std by layer of each cell"),
        created<CellLayersFigure>, {{manyExperiments, 2}}, QObject::tr("Mean and std"), InReport::panels};
}

}   // namespace stepzero
