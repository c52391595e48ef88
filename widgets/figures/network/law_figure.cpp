// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/law_figure.h"

#include <QPainter>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>
#include <cmath>

#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

constexpr std::size_t most_bins = 64;   // of one histogram; Qt Charts draws only a few hundred points per millisecond
constexpr std::size_t most_named_atoms = 4;

/// Returns the ends of a distribution of which nothing was sampled.
QVector<double> rangeOf(const WeightView& w)
{
    const double std = std::sqrt(w.law.variance);
    return w.density.x.empty() ? QVector<double> {w.law.mean - std, w.law.mean + std}
                               : QVector<double> {w.density.x.front(), w.density.x.back()};
}

QString pretty3(double value) { return value == 0 ? QStringLiteral("0") : aligned(value); }

/// Returns a curve thinned to at most 128 points, without the infinite values that Qt Charts cannot draw.
QList<QPointF> pointsOf(const Curve& curve, double scale)
{
    QList<QPointF> points;
    const std::size_t step = std::max<std::size_t>(1, curve.x.size() / 128);
    for (std::size_t i = 0; i < curve.x.size(); i += step)
        if (std::isfinite(curve.y[i]))
            points << QPointF(curve.x[i], scale * curve.y[i]);
    return points;
}

}   // namespace

LawFigure::LawFigure(QWidget* parent)
    : NetworkFigure(parent), outline_(new QLineSeries(this)), floor_(new QLineSeries(this)),
      area_(new QAreaSeries(outline_, floor_)), density_(new QLineSeries), estimate_(new QLineSeries)
{
    setAxes(new QValueAxis, new QValueAxis);
    for (QAbstractSeries* series : std::initializer_list<QAbstractSeries*> {area_, estimate_, density_})
        add(series);
    addToggle(QStringLiteral("marks"), tr("Mean and ±σ marks"), true);
}

FigureTable LawFigure::table() const
{
    return withPins(study().get(), pins(), 0, [this](const Study* s) { return tableOf(s); });
}

/// Returns the table of a study; for null, its header.
FigureTable LawFigure::tableOf(const Study* shown) const
{
    FigureTable table {
        {QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("count"), QStringLiteral("law_density")}, {}};
    const Distribution* d = shown ? drawnOf(*shown) : nullptr;
    if (!d)
        return table;
    const WeightView& w = *viewOf(*shown);
    const Histogram& h = d->histogram;
    const bool known = w.law.density && d == &w.sample;
    for (std::size_t i = 0; i < h.counts.size(); ++i)
        table.rows << QStringList {exactNumber(h.low + double(i) * h.bin_width()),
            exactNumber(h.low + double(i + 1) * h.bin_width()), exactNumber(h.counts[i]),
            known ? exactNumber(w.law.density(h.bin_center(i))) : QString()};
    return table;
}

std::optional<TheoryCurve> LawFigure::theoryCurve(const QSize& size) const
{
    const WeightView* view = viewOf(*study());
    if (!view || view->density.x.empty() || wasRead() || wasTrained() || isOff(QStringLiteral("law")))
        return std::nullopt;
    const Canvas c = canvas(size);
    return withShape({tr("distribution"), c.plot, gridLines(c)}, c,
        [&law = view->law](double x) { return x < law.low || x > law.high ? 0 : law.density(x); });
}

const Distribution* LawFigure::drawnOf(const Study& study) const
{
    const WeightView* view = viewOf(study);
    return view ? &view->sample : nullptr;
}

QString LawFigure::noteOf(const WeightView& w) const
{
    const QString law = tr("theory: mean %1 · std %2").arg(pretty3(w.law.mean), pretty3(std::sqrt(w.law.variance)));
    return w.sample.count > 0
        ? tr("mean %1 · std %2").arg(pretty3(w.sample.mean), pretty3(w.sample.std)) + QStringLiteral(" · ") + law
        : law;
}

QVector<LegendEntry> LawFigure::legendOf(const WeightView& w) const
{
    const Theme& theme = style().theme;
    QVector<LegendEntry> legend;
    if (w.sample.count > 0)
        legend << LegendEntry {QStringLiteral("sample"),
            wasTrained()    ? tr("trained")
                : wasRead() ? tr("from file")
                            : tr("samples"),
            theme.weights, LegendEntry::Mark::area, std::nullopt};
    if (!w.density.x.empty() && !w.estimate.x.empty())
        legend << LegendEntry {
            QStringLiteral("estimate"), tr("density estimate"), theme.weights, LegendEntry::Mark::dashed, std::nullopt};
    if (!w.density.x.empty())
        legend << LegendEntry {QStringLiteral("law"),
            wasTrained()    ? tr("initial distribution")
                : wasRead() ? tr("theory")
                            : tr("distribution"),
            theme.text, LegendEntry::Mark::line, std::nullopt};
    return legend;
}

void LawFigure::rebuild()
{
    const WeightView* view = viewOf(*study());
    if (!view) {
        for (QAbstractSeries* series : std::initializer_list<QAbstractSeries*> {area_, estimate_, density_})
            series->setVisible(false);
        Frame f;
        f.xScale = f.yScale = Scale::linear;
        f.quiet = absence();
        setFrame(f);
        return;
    }
    const WeightView& w = *view;
    const bool continuous = !w.density.x.empty();
    const double peak = continuous ? *std::max_element(w.density.y.begin(), w.density.y.end()) : 1;

    QVector<PinnedSample> pinned = pinnedSamples();
    const bool sampled = w.sample.count > 0;
    bars_ = outlineWithPins(sampled ? &w.sample : nullptr, pinned, most_bins, continuous);
    if (!sampled)
        bars_ = {rangeOf(w), {0}};
    drawSeries(w);

    Frame f;
    f.xScale = isLog() ? Scale::log10 : Scale::linear;
    f.yScale = Scale::linear;
    f.xLabel = quantity();
    f.yLabel = subjectOf(*study()) + QStringLiteral(" · ")
        + (!continuous    ? tr("fraction of entries")
                : isLog() ? tr("density of log₁₀")
                          : tr("density"));
    f.legend = legendOf(w);
    for (const PinnedSample& one : pinned) {
        addPin(f, one.line);
        if (one.drawn)
            f.notes << notesOf(one, w.sample);
    }
    const double tallest = withPinnedY(f.pins, {0, bars_.tallest()}).high;
    Range x = withPinnedX(f.pins, {bars_.edges.first(), bars_.edges.last()});
    for (const Law::Atom& atom : w.law.atoms)
        x = x.united({atom.value, atom.value});
    const double air = 0.06 * x.span() > 0 ? 0.06 * x.span() : 1;
    f.xHome = {x.low - air, x.high + air};
    // Atoms would flatten a density, in which case the density determines the scale.
    f.yHome = {0, !continuous ? 1.15 : 1.12 * (w.law.atoms.empty() ? std::max(peak, tallest) : peak)};
    f.noteRow = true;
    f.notes << noteOf(w);
    setFrame(f);
}

/// Draws the bars, and the densities over them.
void LawFigure::drawSeries(const WeightView& w)
{
    const double low = bars_.edges.first(), high = bars_.edges.last();
    QList<QPointF> steps {{low, 0}};
    for (int i = 0; i < bars_.heights.size(); ++i)
        steps << QPointF(bars_.edges[i], bars_.heights[i]) << QPointF(bars_.edges[i + 1], bars_.heights[i]);
    steps << QPointF(high, 0);
    outline_->replace(steps);
    floor_->replace(QList<QPointF> {{low, 0}, {high, 0}});
    density_->replace(pointsOf(w.density, 1));
    estimate_->replace(w.density.x.empty() ? QList<QPointF>() : pointsOf(w.estimate, 1));

    const Theme& theme = style().theme;
    area_->setBrush(theme.tint(theme.weights, 0.35));
    area_->setPen(pen(theme.weights, 1));
    density_->setPen(pen(theme.text, 1.5));
    estimate_->setPen(pen(theme.weights, 1.5, Qt::DashLine));
    area_->setVisible(w.sample.count > 0 && !isOff(QStringLiteral("sample")));
    estimate_->setVisible(!isOff(QStringLiteral("estimate")));
    density_->setVisible(!isOff(QStringLiteral("law")));
}

void LawFigure::drawMarks(QPainter& painter, const Canvas& c)
{
    const WeightView* view = viewOf(*shownStudy());
    if (!view || !toggled(QStringLiteral("marks")) || view->sample.count == 0)
        return;
    const Distribution& d = view->sample;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const int sigmas : {-1, 0, 1}) {
        if (sigmas != 0 && d.std == 0)
            continue;
        const double x = std::round(c.px(d.mean + sigmas * d.std));
        painter.setPen(pen(style().theme.faint_text, 1, sigmas == 0 ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }
}

void LawFigure::drawOver(QPainter& painter, const Canvas& c)
{
    const WeightView* view = viewOf(*shownStudy());
    if (!view)
        return;
    const Law& law = view->law;
    const QFontMetricsF metrics(style().numberFont());
    painter.setFont(style().numberFont());
    if (toggled(QStringLiteral("marks")) && view->sample.std > 0 && law.atoms.empty()) {
        const Distribution& d = view->sample;
        for (const int sigmas : {-1, 1}) {
            const MathBox text
                = mathLine(sigmas < 0 ? QStringLiteral("−σ") : QStringLiteral("+σ"), style().numberFont());
            const double x = c.px(d.mean + sigmas * d.std);
            // A line of the grid or of a distribution may pass below the text.
            drawOutlined(painter, text,
                {sigmas < 0 ? x - text.width - style().px(3) : x + style().px(3),
                    c.plot.top() + metrics.ascent() + style().px(2)},
                style().theme.faint_text, style().theme.background);
        }
    }
    if (isOff(QStringLiteral("law")))
        return;
    const bool continuous = !view->density.x.empty();
    for (const Law::Atom& atom : law.atoms) {
        const double height = continuous ? c.y.high : atom.probability;
        const QPointF top(c.px(atom.value), std::max(double(c.plot.top()) + style().px(10), c.py(height)));
        painter.setPen(pen(style().theme.text, 1.5));
        painter.drawLine(QPointF(top.x(), c.plot.bottom() + 1), top);
        painter.setBrush(style().theme.text);
        painter.drawEllipse(top, style().px(3), style().px(3));
        if (law.atoms.size() > most_named_atoms)
            continue;
        const QString text
            = tr("P(%1) = %2").arg(pretty(valueAt(atom.value)), pretty(std::round(atom.probability * 1e4) / 1e4));
        const double wide = metrics.horizontalAdvance(text);
        const bool left = top.x() + wide + style().px(8) > c.plot.right();
        const QPointF at(left ? top.x() - wide - style().px(7) : top.x() + style().px(7),
            std::min(top.y() + metrics.ascent() / 2, c.plot.bottom() - style().px(8)));
        painter.fillRect(
            QRectF(at - QPointF(1, metrics.ascent()), QSizeF(wide + 2, metrics.height())), style().theme.background);
        painter.drawText(at, text);
    }
}

QString LawFigure::readoutAt(const QPointF& value) const
{
    const WeightView* view = viewOf(*shownStudy());
    if (!view)
        return {};
    const WeightView& w = *view;
    const Histogram& h = w.sample.histogram;
    QString text = quantity() + QLatin1Char(' ') + aligned(valueAt(value.x()));
    if (!h.counts.empty() && h.low < h.high && value.x() >= h.low && value.x() <= h.high)
        text += tr(" · %1 of %2 entries here")
                    .arg(h.counts[std::min(h.counts.size() - 1, std::size_t((value.x() - h.low) / h.bin_width()))])
                    .arg(h.total());
    if (w.law.density)
        text += tr(" · density of the distribution %1")
                    .arg(aligned(value.x() < w.law.low || value.x() > w.law.high ? 0 : w.law.density(value.x())));
    if (!frame().pins.isEmpty() && w.sample.count > 0)   // comparable with those of pins, which follow
        text += (w.density.x.empty() ? tr(" · fraction %1") : tr(" · density %1"))
                    .arg(aligned(bars_.heightAt(value.x())));
    return text;
}

QVector<PinnedSample> LawFigure::pinnedSamples() const
{
    QVector<PinnedSample> all;
    if (isOff(QStringLiteral("sample")))
        return all;
    const QString own = subjectOf(*study());
    for (const Pin& pin : pins()) {
        const Distribution* d = isComparable(*pin.study, *study()) ? drawnOf(*pin.study) : nullptr;
        if (!d)
            continue;
        PinLine line {pin, {}};
        if (const QString subject = subjectOf(*pin.study); !is_layered(*pin.study) && subject != own)
            line.remark = subject;
        all << PinnedSample {line, d, d->count > 0 && !isOff(pin)};
    }
    return all;
}

QStringList LawFigure::notesOf(const PinnedSample& pinned, const Distribution& own) const
{
    const auto distance = distance_between(own, *pinned.sample);
    const QString& name = pinned.line.pin.name;
    return distance && isLog() ? QStringList {decadesText(name, distance->length)} : distanceWords(name, distance);
}

}   // namespace stepzero
