// SPDX-License-Identifier: GPL-3.0-or-later
// One outcome of a study over one of its lists: measured values with their spread over replicas, and theory with its
// band.
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/study/grid/axis_numbers.h"
#include "core/study/grid/cell_lines.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/grid/cell_axes.h"
#include "widgets/figures/grid/list_choice.h"

namespace stepzero {

namespace {

constexpr double least_ratio = 10;   // ratio of the largest to the smallest value from which an axis is logarithmic
constexpr qsizetype most_points = 2000;   // per picture
constexpr double reachOfPoints = 8;   // Style pixels: maximum distance of the pointer from a point

/// A cell in axis coordinates; NaN where there is nothing to draw.
struct SweepPoint {
    int cell = -1;
    double x = 0, y = nan, low = nan, high = nan;   // low and high: measured ± sd
    double theory = nan, theory_low = nan, theory_high = nan;
};

struct Series {
    QVector<SweepPoint> points;   // from left to right
    SeriesLook look;
};

class CellSweepFigure : public CellAxes<AxesFigure> {
public:
    explicit CellSweepFigure(QWidget* parent)
        : CellAxes(parent), list_(tr("List"), this, [this] {
              setViewState(withoutZoom(viewState()));
              emit viewStateChanged();
          })
    {
        addChoice(QStringLiteral("outcome"), outcomeOptions());
        addChoice(scale_, QStringLiteral("across"),
            {{std::nullopt, "auto", tr("Values, automatic")}, {Scale::linear, "linear", tr("Values, linear")},
                {Scale::log10, "log", tr("Values, logarithmic")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("width"), tr("Show finite-width band, 1 σ"), true);
    }

    QList<QAction*> choices() const override { return list_.before(CellAxes::choices()); }
    QJsonObject viewState() const override { return list_.in(CellAxes::viewState()); }
    void setViewState(const QJsonObject& state) override
    {
        list_.from(state);
        CellAxes::setViewState(state);
    }

    FigureTable table() const override
    {
        return gridStudy() ? outcomeTable(*gridStudy()->result, outcome()) : FigureTable();
    }

protected:
    void rebuild() override
    {
        series_.clear();
        words_.clear();
        Frame f;
        const GridResult& result = *gridStudy()->result;
        const Grid& grid = result.grid;
        const std::size_t list = list_.follow(grid, sweep_axis(grid));
        const GridAxis& axis = grid.axes[list];
        const auto numbers = axis_numbers(axis);
        const Outcome& shown = outcome();
        logarithmic_ = numbers && isLogarithmic(numbers->values);
        categories_ = !numbers;

        f.xLabel = listLabel(axis);
        f.yScale = outcomeScale(shown);
        f.xScale = logarithmic_ ? Scale::log10 : Scale::linear;

        const std::vector<CellLine> lines = cells_along(grid, list);
        UndrawnCells undrawn;
        bool theory = false;
        for (std::size_t s = 0; s < lines.size(); ++s) {
            Series series {{}, lookOf(int(s), int(lines.size()), shown)};
            const QString key = QStringLiteral("series%1").arg(s);
            for (std::size_t i = 0; i < lines[s].cells.size(); ++i) {
                const CellResult* cell = cellOf(result, lines[s].cells[i]);
                const double x = numbers ? across(numbers->values[i]) : categoryAt(int(i), int(s), int(lines.size()));
                if (!cell)
                    continue;
                if (!std::isfinite(x)) {
                    undrawn.off << cell->index;
                    continue;
                }
                const auto value = shown.of(*cell);
                undrawn.add(*cell, value);
                if (!value)
                    continue;
                series.points << pointOf(*value, int(cell->index), x, shown);
                theory = theory || std::isfinite(series.points.last().theory);
            }
            std::ranges::stable_sort(series.points, {}, &SweepPoint::x);
            if (lines.size() > 1 && series.look.named)
                f.legend << LegendEntry {key, lineText(grid, lines[s].others, list), series.look.color,
                    LegendEntry::Mark::line, std::nullopt, series.look.style};
            if (!isOff(key))
                series_ << series;
        }
        if (theory && toggled(QStringLiteral("theory")))
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        if (lines.size() > most_named_series)
            f.notes << tr("%1 more lines, from dark to light").arg(lines.size() - most_named_series);
        undrawn.tell(result, shown, f);
        placeAxes(f, axis, numbers);
        setFrame(f);
    }

    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        if (!theoryShown() || !toggled(QStringLiteral("width")))
            return;
        const Theme& theme = style().theme;
        painter.setRenderHint(QPainter::Antialiasing, !isDense());
        for (const bool edges : {false, true})
            for (const Series& series : series_) {
                if (edges && isDense())
                    continue;
                painter.setBrush(edges ? QBrush(Qt::NoBrush) : QBrush(theme.tint(series.look.color, 0.16)));
                painter.setPen(edges ? pen(theme.tint(series.look.color, 0.45), 0.75) : QPen(Qt::NoPen));
                if (categories_) {
                    for (const SweepPoint& p : series.points)
                        if (std::isfinite(p.theory_low))
                            painter.drawRect(QRectF(c.drawable(p.x, p.theory_high) - QPointF(tickReach(c), 0),
                                c.drawable(p.x, p.theory_low) + QPointF(tickReach(c), 0)));
                    continue;
                }
                eachRun(
                    series.points, [](const SweepPoint& p) { return std::isfinite(p.theory_low); },
                    [&](const SweepPoint* first, const SweepPoint* last) {
                        QPolygonF above, below;
                        for (const SweepPoint* p = first; p != last; ++p) {
                            above << c.drawable(p->x, p->theory_high);
                            below.prepend(c.drawable(p->x, p->theory_low));
                        }
                        if (!edges)
                            painter.drawPolygon(above + below);
                        else
                            for (const QPolygonF& edge : {above, below})
                                painter.drawPolyline(edge);
                    });
            }
    }

    void drawContent(QPainter& painter, const QSize&, const Canvas& c) override
    {
        painter.save();
        painter.setClipRect(QRectF(c.plot).adjusted(-0.5, -0.5, 0.5, 0.5), Qt::IntersectClip);
        painter.setRenderHint(QPainter::Antialiasing, !isDense());
        for (const Series& series : series_)
            drawBars(painter, c, series);
        for (const Series& series : series_)
            if (!categories_)
                drawLine(painter, c, series);
        if (theoryShown())
            for (const Series& series : series_)
                drawTheory(painter, c, series);
        painter.restore();
        // Marks are drawn in full, even at the edge of the axes.
        painter.setRenderHint(QPainter::Antialiasing);
        const int chosen = chosenCell(*shownGridStudy());
        for (const Series& series : series_) {
            QPolygonF small;
            for (const SweepPoint& p : series.points)
                if (std::isfinite(p.y) && c.x.contains(p.x) && c.y.contains(p.y)) {
                    if (isDense() && p.cell != chosen) {
                        small << c.at(p.x, p.y);
                        continue;
                    }
                    if (p.cell == chosen) {
                        painter.setPen(pen(style().theme.text, 1.5));
                        painter.setBrush(style().theme.background);
                        painter.drawEllipse(c.at(p.x, p.y), style().px(7.5), style().px(7.5));
                    }
                    drawMark(painter, c.at(p.x, p.y), series.look, style());
                }
            painter.setPen(pen(series.look.color, 2.5));
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.drawPoints(small);
            painter.setRenderHint(QPainter::Antialiasing);
        }
    }

    void drawBeside(QPainter& painter, const Canvas& c) override
    {
        if (categories_)
            drawWords(painter, c, words_, style());
    }

    int cellAt(const QPointF& place, const Canvas& c) const override
    {
        int nearest = -1;
        double least = style().px(reachOfPoints);
        for (const Series& series : series_)
            for (const SweepPoint& p : series.points)
                if (std::isfinite(p.y)) {
                    const QPointF away = c.at(p.x, p.y) - place;
                    if (const double distance = std::hypot(away.x(), away.y()); distance <= least) {
                        least = distance;
                        nearest = p.cell;
                    }
                }
        return nearest;
    }

    QString cellReadout(int index) const override
    {
        return cellOutcomeText(*shownGridStudy()->result, std::size_t(index), outcome());
    }

private:
    const Outcome& outcome() const { return *find_outcome(choice(QStringLiteral("outcome")).toStdString()); }
    /// Returns whether marks would cover each other. Lines are thin then, since thick ones would take seconds.
    bool isDense() const
    {
        qsizetype points = 0;
        for (const Series& series : series_)
            points += series.points.size();
        return points > most_points;
    }

    bool theoryShown() const { return toggled(QStringLiteral("theory")) && !isOff(QStringLiteral("theory")); }
    double tickReach(const Canvas& c) const
    {
        return std::min(style().px(10), 0.4 * c.plot.width() / c.x.span() / double(std::max(1, count_)));
    }

    static QJsonObject withoutZoom(QJsonObject state)
    {
        state.remove(QStringLiteral("x"));
        state.remove(QStringLiteral("y"));
        state.remove(QStringLiteral("cursors"));
        return state;
    }

    bool isLogarithmic(const std::vector<double>& values) const
    {
        if (const auto chosen = scale_.value())
            return *chosen == Scale::log10;
        const auto [least, most] = std::ranges::minmax(values);
        return least > 0 && most / least > least_ratio;
    }

    double across(double value) const { return !logarithmic_ ? value : value > 0 ? std::log10(value) : nan; }

    /// Returns the x coordinate on an axis of words, where series are next to each other.
    static double categoryAt(int value, int series, int count)
    {
        constexpr double share = 0.6;   // fraction of the distance between two words
        return value + share * ((series + 0.5) / count - 0.5);
    }

    SeriesLook lookOf(int series, int count, const Outcome& shown) const
    {
        return count == 1 ? SeriesLook {0, outcomeColor(shown, style().theme), true}
                          : seriesLook(series, count, style().theme);
    }

    static SweepPoint pointOf(const OutcomeValue& value, int cell, double x, const Outcome& shown)
    {
        SweepPoint p {.cell = cell, .x = x};
        if (std::isfinite(value.value))
            p.y = value.value;
        if (value.sd && std::isfinite(p.y)) {
            const double far = outcomeReach(shown, *value.sd);
            p.low = p.y - far;
            p.high = p.y + far;
        }
        if (!value.theory || !std::isfinite(*value.theory))
            return p;
        p.theory = *value.theory;
        if (value.theory_sd && std::isfinite(*value.theory_sd)) {
            // ln of an RMS is close to normal about ln(infinite width) − spread² (core/theory/prediction.h).
            const double down = shown.logarithmic ? *value.theory_sd * *value.theory_sd * std::numbers::ln10 : 0;
            p.theory_low = p.theory - down - *value.theory_sd;
            p.theory_high = p.theory - down + *value.theory_sd;
        }
        return p;
    }

    void placeAxes(Frame& f, const GridAxis& axis, const std::optional<AxisNumbers>& numbers)
    {
        constexpr double air = 0.04;   // fraction of the width, on each side
        const bool bands = theoryShown() && toggled(QStringLiteral("width"));
        Range ys {1e300, -1e300};
        count_ = int(std::max(qsizetype(1), series_.size()));
        for (const Series& series : series_)
            for (const SweepPoint& p : series.points)
                for (const double y : {p.y, p.low, p.high, theoryShown() ? p.theory : nan, bands ? p.theory_low : nan,
                         bands ? p.theory_high : nan})
                    if (std::isfinite(y))
                        ys = ys.united({y, y});
        if (ys.span() < 0)
            ys = f.yScale == Scale::log10 ? Range {-0.5, 0.5} : Range {0, 1};
        f.yHome = roundedOut(f.yScale, ys);
        if (!numbers) {
            f.xHome = {-0.5, double(axis.values.size()) - 0.5};
            f.xTicks = noTicks;
            for (const std::string& label : axis.labels)
                words_ << QString::fromStdString(label);
            return;
        }
        Range xs {1e300, -1e300};
        for (const double value : numbers->values)
            if (const double x = across(value); std::isfinite(x))
                xs = xs.united({x, x});
        if (xs.span() < 0)
            xs = {0, 1};
        const double margin = xs.span() > 0 ? air * xs.span() : 0.5;
        f.xHome = {xs.low - margin, xs.high + margin};
    }

    template <class Is, class Draw>
    static void eachRun(const QVector<SweepPoint>& points, const Is& is, const Draw& draw)
    {
        for (auto first = points.begin(); first != points.end();) {
            first = std::find_if(first, points.end(), is);
            const auto last = std::find_if_not(first, points.end(), is);
            if (first != last)
                draw(&*first, &*first + (last - first));
            first = last;
        }
    }

    /// A hairline where there are very many points: Qt is ten times slower with anything else.
    QPen linePen(const QColor& color, double width) const { return isDense() ? QPen(color, 0) : pen(color, width); }

    void drawBars(QPainter& painter, const Canvas& c, const Series& series) const
    {
        const double cap = style().px(3);
        painter.setPen(linePen(series.look.color, 1.2));
        const bool caps = !isDense();
        QVector<QLineF> lines;
        for (const SweepPoint& p : series.points) {
            if (!std::isfinite(p.low) || p.high <= p.low)
                continue;
            const QPointF low = c.drawable(p.x, p.low), high = c.drawable(p.x, p.high);
            lines << QLineF(low, high);
            for (const QPointF& end : {low, high})
                if (caps)
                    lines << QLineF(end - QPointF(cap, 0), end + QPointF(cap, 0));
        }
        painter.drawLines(lines);
    }

    /// Draws from one point to the next, so that a series is recognizable.
    void drawLine(QPainter& painter, const Canvas& c, const Series& series) const
    {
        QPen line = linePen(series.look.color, 1.3);
        if (count_ > 1 && series.look.named && !isDense())
            line.setDashPattern(pinLook(series.look.style, style().theme).dash);
        painter.setPen(line);
        painter.setBrush(Qt::NoBrush);
        eachRun(
            series.points, [](const SweepPoint& p) { return std::isfinite(p.y); },
            [&](const SweepPoint* first, const SweepPoint* last) {
                QPolygonF points;
                for (const SweepPoint* p = first; p != last; ++p)
                    points << c.drawable(p->x, p->y);
                painter.drawPolyline(points);
            });
    }

    void drawTheory(QPainter& painter, const Canvas& c, const Series& series) const
    {
        painter.setPen(linePen(style().theme.text, categories_ ? 1.6 : 1));
        painter.setBrush(Qt::NoBrush);
        if (categories_) {
            for (const SweepPoint& p : series.points)
                if (std::isfinite(p.theory))
                    painter.drawLine(c.drawable(p.x, p.theory) - QPointF(tickReach(c), 0),
                        c.drawable(p.x, p.theory) + QPointF(tickReach(c), 0));
            return;
        }
        eachRun(
            series.points, [](const SweepPoint& p) { return std::isfinite(p.theory); },
            [&](const SweepPoint* first, const SweepPoint* last) {
                QPolygonF points;
                for (const SweepPoint* p = first; p != last; ++p)
                    points << c.drawable(p->x, p->theory);
                painter.drawPolyline(points);
            });
    }

    ListChoice list_;
    QVector<Series> series_;
    QStringList words_;   // the words of the x axis
    int count_ = 1;   // number of drawn series
    bool logarithmic_ = false, categories_ = false;
    ChoiceOf<std::optional<Scale>> scale_;   // scale of the values; absent: automatic
};

}   // namespace

FigureKind figure_study_sweep()
{
    return {QStringLiteral("study_sweep"), QObject::tr("Sweep"), created<CellSweepFigure>, {{manyExperiments, 4}}};
}

}   // namespace stepzero
