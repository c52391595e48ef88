// SPDX-License-Identifier: GPL-3.0-or-later
// An outcome of a study's cells as grouped bars, with theory and the spread over replicas across them.
#include <QPainter>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/chart_figure.h"
#include "widgets/figures/grid/cell_axes.h"
#include "widgets/figures/grid/groups.h"

namespace stepzero {

namespace {

constexpr double filled = 0.8;   // fraction of the distance between two groups

/// A bar in axis coordinates; NaN where there is nothing to draw.
struct Bar {
    int cell = -1;
    double y = nan, sd = nan, theory = nan;   // sd: how far its mark reaches on the axis
};

class CellBarsFigure : public CellAxes<ChartFigure> {
public:
    explicit CellBarsFigure(QWidget* parent) : CellAxes(parent), series_(new QBarSeries)
    {
        addChoice(QStringLiteral("outcome"), outcomeOptions());
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        setAxes(new QValueAxis, new QValueAxis);
        series_->setBarWidth(filled);
        add(series_);
    }

    FigureTable table() const override
    {
        return gridStudy() ? outcomeTable(*gridStudy()->result, outcome()) : FigureTable();
    }

protected:
    void rebuild() override
    {
        bars_.clear();
        groups_ = {};
        Frame f;
        const GridResult& result = *gridStudy()->result;
        const Outcome& shown = outcome();
        groups_ = groupsOf(result.grid);
        f.yScale = outcomeScale(shown);
        setGroupAxis(groups_, style().theme, f);

        UndrawnCells undrawn;
        Range values {1e300, -1e300};
        bool theory = false;
        for (const std::vector<std::size_t>& group : groups_.cells)
            for (std::size_t m = 0; m < group.size(); ++m) {
                const CellResult* cell = cellOf(result, group[m]);
                const auto value = cell ? shown.of(*cell) : std::nullopt;
                Bar bar {int(group[m])};
                if (cell)
                    undrawn.add(*cell, value);
                if (value && !isOff(memberKey(int(m)))) {
                    bar.y = finite(value->value);
                    bar.sd = value->sd ? outcomeReach(shown, *value->sd) : nan;
                    bar.theory = toggled(QStringLiteral("theory")) ? finite(value->theory.value_or(nan)) : nan;
                }
                theory = theory || std::isfinite(bar.theory);
                if (isOff(QStringLiteral("theory")))
                    bar.theory = nan;
                for (const double y : {bar.y, bar.y - bar.sd, bar.y + bar.sd, bar.theory})
                    if (std::isfinite(y))
                        values = values.united({y, y});
                bars_ << bar;
            }
        if (theory)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        undrawn.tell(result, shown, f);
        if (values.span() < 0)
            values = shown.logarithmic ? Range {-0.5, 0.5} : Range {0, 1};
        if (shown.logarithmic)   // the margin makes the shortest bar visible
            values.low -= std::max(0.3, 0.08 * values.span());
        else
            values = values.united({0, 0});
        f.yHome = roundedOut(f.yScale, values);
        fillSeries();
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override { drawGroupLines(painter, c, groups_, style()); }

    void applyRanges(const Canvas& c) override
    {
        // Qt Charts begins bars at 0, so the axis is shifted to have its bottom there.
        const double bottom = frame().yScale == Scale::log10 ? c.y.low : 0;
        for (int m = 0; m < groups_.size(); ++m)
            for (int g = 0; g < groups_.count(); ++g) {
                const double y = barOf(g, m).y, height = std::isfinite(y) ? std::max(0.0, y - bottom) : 0;
                // every change makes Qt Charts lay out all bars
                if (QBarSet* set = series_->barSets().at(m); set->at(g) != height)
                    set->replace(g, height);
            }
        chart().axes(Qt::Horizontal).first()->setRange(c.x.low, c.x.high);
        chart().axes(Qt::Vertical).first()->setRange(c.y.low - bottom, c.y.high - bottom);
    }

    void drawOver(QPainter& painter, const Canvas& c) override
    {
        const Theme& theme = style().theme;
        const int chosen = shownGridStudy() ? chosenCell(*shownGridStudy()) : -1;
        for (int g = 0; g < groups_.count(); ++g)
            for (int m = 0; m < groups_.size(); ++m) {
                const Bar& bar = barOf(g, m);
                const Range place = memberPlace(groups_, g, m, filled);
                const double left = c.px(place.low), right = c.px(place.high), middle = (left + right) / 2;
                if (!std::isfinite(bar.y))
                    continue;
                const double foot = frame().yScale == Scale::log10 ? c.plot.bottom() + 1 : at(c, 0);
                if (bar.cell == chosen) {
                    painter.setPen(pen(theme.text, 2));
                    painter.setBrush(Qt::NoBrush);
                    painter.drawRect(QRectF(QPointF(left, at(c, bar.y)), QPointF(right, foot)).normalized());
                }
                const double wide = right - left;
                if (std::isfinite(bar.sd) && bar.sd > 0) {
                    const double cap = std::min(style().px(3), wide / 4);
                    outlined(painter, 1.2, [&] {
                        for (const double y : {at(c, bar.y - bar.sd), at(c, bar.y + bar.sd)})
                            painter.drawLine(QPointF(middle - cap, y), QPointF(middle + cap, y));
                        painter.drawLine(
                            QPointF(middle, at(c, bar.y - bar.sd)), QPointF(middle, at(c, bar.y + bar.sd)));
                    });
                }
                if (std::isfinite(bar.theory)) {
                    const double reach = std::min(0.4 * wide, style().px(14)), y = at(c, bar.theory);
                    outlined(painter, 2.4,
                        [&] { painter.drawLine(QPointF(middle - reach, y), QPointF(middle + reach, y)); });
                }
            }
        drawFeet(
            painter, c, groups_, filled, [this](int m) { return !isOff(memberKey(m)); }, theme.background, style());
    }

    void drawBeside(QPainter& painter, const Canvas& c) override { drawGroupWords(painter, c, groups_, style()); }

    int cellAt(const QPointF& place, const Canvas& c) const override
    {
        return memberAt(groups_, c.vx(place.x()), filled);
    }

    QString cellReadout(int index) const override
    {
        return cellOutcomeText(*shownGridStudy()->result, std::size_t(index), outcome());
    }

private:
    const Outcome& outcome() const { return *find_outcome(choice(QStringLiteral("outcome")).toStdString()); }
    const Bar& barOf(int group, int member) const { return bars_[group * groups_.size() + member]; }
    static double finite(double number) { return std::isfinite(number) ? number : nan; }

    /// Limited in pixels, since a painter converts to integers.
    static double at(const Canvas& c, double y) { return std::clamp(c.py(y), -1e5, 1e5); }

    /// Draws in the text colour with an edge in the background colour, since bars may have any colour.
    template <class Draw>
    void outlined(QPainter& painter, double width, const Draw& draw) const
    {
        painter.setPen(pen(style().theme.background, width + 1.6));
        draw();
        painter.setPen(pen(style().theme.text, width));
        draw();
    }

    void fillSeries()
    {
        const QList<QBarSet*> sets = series_->barSets();
        if (sets.size() != groups_.size() || (!sets.isEmpty() && sets.first()->count() != groups_.count())) {
            series_->clear();
            for (int m = 0; m < groups_.size(); ++m) {
                auto* set = new QBarSet(QString::number(m));
                for (int g = 0; g < groups_.count(); ++g)
                    set->append(0);
                set->setPen(Qt::NoPen);
                series_->append(set);
            }
        }
        for (int m = 0; m < groups_.size(); ++m)
            series_->barSets().at(m)->setBrush(
                memberLook(groups_, m, outcomeColor(outcome(), style().theme), style().theme).color);
    }

    QBarSeries* series_;
    CellGroups groups_;
    QVector<Bar> bars_;   // bars group by group
};

}   // namespace

FigureKind figure_study_bars()
{
    return {QStringLiteral("study_bars"), QObject::tr("Bars"), created<CellBarsFigure>, {{manyExperiments, 5}}};
}

}   // namespace stepzero
