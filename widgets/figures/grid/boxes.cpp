// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a study as grouped box plots: whiskers at 5% and 95%, box from 25% to 75%, line at the median.
#include <QPainter>
#include <QtCharts/QBoxPlotSeries>
#include <QtCharts/QBoxSet>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/chart_figure.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/grid/cell_axes.h"
#include "widgets/figures/grid/groups.h"

namespace stepzero {

namespace {

constexpr double most_drawn = 1e150;   // Qt Charts draws infinities incorrectly
constexpr std::array<int, 5> box_parts {
    QBoxSet::LowerExtreme, QBoxSet::LowerQuartile, QBoxSet::Median, QBoxSet::UpperQuartile, QBoxSet::UpperExtreme};

class CellBoxesFigure : public CellAxes<ChartFigure> {
public:
    explicit CellBoxesFigure(QWidget* parent) : CellAxes(parent)
    {
        setAxes(new QValueAxis, new QValueAxis);
        addChoice(entries_, QStringLiteral("of"),
            {{Entries::output, "output", tr("Last output")},
                {Entries::preactivation, "preactivation", tr("Last preactivation")},
                {Entries::weights, "weights", tr("First weights")}});
        addChoice(relative_, QStringLiteral("unit"),
            {{true, "rms", tr("In units of each cell's RMS")}, {false, "raw", tr("Unscaled")}});
    }

    FigureTable table() const override
    {
        FigureTable table;
        if (!gridStudy())
            return table;
        const GridResult& result = *gridStudy()->result;
        table.header = pathsOf(result.grid);
        for (const char* level : {"q05", "q25", "q50", "q75", "q95"})
            table.header << choice(QStringLiteral("of")) + QLatin1Char('_') + QLatin1String(level);
        for (const CellResult& cell : result.cells) {
            QStringList row = labelsOf(cell);
            for (const double quantile : quantiles(cell))
                row << exactNumber(quantile);
            table.rows << row;
        }
        return table;
    }

protected:
    void rebuild() override
    {
        groups_ = {};
        Frame f;
        const GridResult& result = *gridStudy()->result;
        groups_ = groupsOf(result.grid);
        fillSeries();
        setGroupAxis(groups_, style().theme, f);
        const QString what = entries_.is(Entries::output) ? tr("last output")
            : entries_.is(Entries::preactivation)         ? tr("last preactivation")
                                                          : tr("first weights");
        f.yLabel = (relative_.value() ? tr("%1 / RMS") : QStringLiteral("%1")).arg(what)
            + tr(" · percentiles 5, 25, 50, 75, 95");

        const int chosen = chosenCell(*gridStudy());
        QVector<std::size_t> zero, beyond;
        Range values {0, 0};
        for (int g = 0; g < groups_.count(); ++g)
            for (int m = 0; m < groups_.size(); ++m) {
                const std::size_t index = groups_.cells[std::size_t(g)][std::size_t(m)];
                const CellResult* cell = cellOf(result, index);
                std::optional<CellQuantiles> five;
                if (cell && rms(*cell) == 0)
                    zero << index;
                else if (cell && !(five = shown(*cell)))
                    beyond << index;
                if (isOff(memberKey(m)))
                    five.reset();
                QBoxSet* box = series_[m]->boxSets().at(g);
                for (std::size_t k = 0; k < box_parts.size(); ++k) {
                    box->setValue(box_parts[k], five ? (*five)[k] : 0);
                    if (five)
                        values = values.united({(*five)[k], (*five)[k]});
                }
                paintBox(*box, five.has_value(), m, int(index) == chosen);
            }
        for (const QString& note : {cellsNote(tr("zero"), result.grid, zero),
                 cellsNote(tr("beyond a linear axis"), result.grid, beyond), partText(result)})
            if (!note.isEmpty())
                f.notes << note;
        f.yScale = Scale::linear;
        f.yHome = values.span() > 0 ? roundedOut(Scale::linear, values) : Range {-1, 1};
        constexpr double foot = 0.08;   // fraction of the height for the marks below the boxes
        if (groups_.size() > 1)
            f.yHome.low = std::min(f.yHome.low, values.low - foot * f.yHome.span());
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override { drawGroupLines(painter, c, groups_, style()); }
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        drawFeet(
            painter, c, groups_, 1, [this](int m) { return !isOff(memberKey(m)); }, {}, style());
    }
    void drawBeside(QPainter& painter, const Canvas& c) override { drawGroupWords(painter, c, groups_, style()); }

    /// Boxes use the whole distance between two groups.
    int cellAt(const QPointF& place, const Canvas& c) const override { return memberAt(groups_, c.vx(place.x()), 1); }

    QString cellReadout(int index) const override
    {
        const GridResult& result = *shownGridStudy()->result;
        const CellResult* cell = cellOf(result, std::size_t(index));
        QString name = cellText(result.grid, std::size_t(index));
        if (!cell)
            return name;
        const auto& q = quantiles(*cell);
        return tr("%1 · 5%: %2 · 25%: %3 · median %4 · 75%: %5 · 95%: %6 · RMS %7")
            .arg(name, aligned(q[0]), aligned(q[1]), aligned(q[2]), aligned(q[3]), aligned(q[4]),
                alignedLog10(log10_rms(moments(*cell)), false));
    }

private:
    const CellQuantiles& quantiles(const CellResult& cell) const
    {
        return entries_.is(Entries::output)       ? cell.layers.back().output_quantiles
            : entries_.is(Entries::preactivation) ? cell.layers.back().preactivation_quantiles
                                                  : cell.weights.quantiles;
    }

    const CellMoments& moments(const CellResult& cell) const
    {
        return entries_.is(Entries::output)       ? cell.layers.back().output.value
            : entries_.is(Entries::preactivation) ? cell.layers.back().preactivation.value
                                                  : cell.layers.front().weight.value;
    }

    double rms(const CellResult& cell) const { return moments(cell).rms; }

    /// Returns the quantiles in the shown unit; nothing when they cannot be drawn.
    std::optional<CellQuantiles> shown(const CellResult& cell) const
    {
        CellQuantiles five = quantiles(cell);
        for (double& q : five) {
            q = relative_.value() ? q / rms(cell) : q;
            if (!(std::abs(q) < most_drawn))
                return std::nullopt;
        }
        return five;
    }

    void fillSeries()
    {
        if (series_.size() != groups_.size()) {
            for (QBoxPlotSeries* series : series_) {
                chart().removeSeries(series);
                delete series;
            }
            series_.clear();
            for (int m = 0; m < groups_.size(); ++m) {
                auto* series = new QBoxPlotSeries;
                series->setBoxOutlineVisible(true);
                series->setBoxWidth(0.6);
                add(series);
                series_ << series;
            }
        }
        for (QBoxPlotSeries* series : series_)
            if (series->count() != groups_.count()) {
                series->clear();
                QList<QBoxSet*> sets;
                for (int g = 0; g < groups_.count(); ++g)
                    sets << new QBoxSet(0, 0, 0, 0, 0, {}, series);   // the series does not free them otherwise
                series->append(sets);
            }
    }

    void paintBox(QBoxSet& box, bool visible, int member, bool chosen) const
    {
        const Theme& theme = style().theme;
        const QColor color
            = memberLook(groups_, member, entries_.is(Entries::weights) ? theme.weights : theme.forward, theme).color;
        if (!visible) {
            box.setBrush(QColor(0, 0, 0, 0));
            box.setPen(QPen(QColor(0, 0, 0, 0)));
            return;
        }
        box.setBrush(theme.tint(color, chosen ? 0.75 : 0.3));
        box.setPen(pen(chosen ? theme.text : color, chosen ? 1.8 : 1.2));
    }

    QVector<QBoxPlotSeries*> series_;   // one per member; owned by the chart
    CellGroups groups_;
    enum class Entries { output, preactivation, weights };
    ChoiceOf<Entries> entries_;
    ChoiceOf<bool> relative_;
};

}   // namespace

FigureKind figure_study_boxes()
{
    return {QStringLiteral("study_boxes"), QObject::tr("Box plots"), created<CellBoxesFigure>, {{manyExperiments, 5}}};
}

}   // namespace stepzero
