// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/spectrum_figure.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/checkpoint/audit/shown_laws.h"
#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {
constexpr int least_bins = 8, most_bins = 60, a_bin = 4, law_points = 240;
}

SpectrumFigure::SpectrumFigure(QWidget* parent) : PlotFigure(parent)
{
    addChoice(sorted_, QStringLiteral("view"), {{false, "histogram", tr("Histogram")}, {true, "sorted", tr("Sorted")}});
}

FigureTable SpectrumFigure::table() const
{
    FigureTable table {{QStringLiteral("index"), QStringLiteral("singular_value")}, {}};
    const std::vector<double> values = exhibit() ? spectrum().values : std::vector<double>();
    for (std::size_t i = 0; i < values.size(); ++i)
        table.rows << QStringList {QString::number(i + 1), exactNumber(values[i])};
    return table;
}

void SpectrumFigure::rebuild()
{
    clearGraphs(0);
    Spectrum shown = spectrum();
    values_ = std::move(shown.values);
    law_.reset();
    const bool sorted = isSorted();
    Frame f;
    f.xScale = sorted ? Scale::count : Scale::linear;
    f.yScale = Scale::linear;
    f.xLabel = sorted ? tr("index") : tr("singular value");
    f.yLabel = sorted ? tr("singular value") : tr("count");
    f.noteRow = true;
    f.xHome = {0, 1};
    f.yHome = {0, 1};
    f.quiet = shown.obstacle;
    f.notes = shown.notes;
    if (!f.quiet.isEmpty() || values_.empty()) {
        values_.clear();
        return setFrame(f);
    }
    f.yLabel = shown.name + QStringLiteral(" · ") + f.yLabel;
    const double last = shown.law ? shown.law->edges().second : 0, most = std::max(values_.front(), last);
    law_ = shown.law;
    limit_ = law_ && !law_->single ? outlier_edge(*law_, shown.rows, shown.columns) : infinity;
    const auto out = std::ranges::count_if(values_, [this](double s) { return s > limit_; });
    const QString largest = law_
        ? tr("largest %1 (theory for independent entries: %2)").arg(aligned(values_.front()), aligned(last))
        : tr("largest %1").arg(aligned(values_.front()));
    f.notes.prepend(largest
        + (out == 1       ? tr(" · 1 stands out")
                : out > 1 ? tr(" · %1 stand out").arg(out)
                          : QString()));
    const Theme& theme = style().theme;
    f.legend << LegendEntry {QStringLiteral("values"), tr("singular values"), theme.weights,
        sorted ? LegendEntry::Mark::line : LegendEntry::Mark::area, std::nullopt};
    if (law_)
        f.legend << LegendEntry {
            QStringLiteral("law"), tr("Marchenko–Pastur"), theme.text, LegendEntry::Mark::line, std::nullopt};
    if (sorted)
        drawSorted(values_);
    else
        drawHistogram(values_, most);
    f.xHome = sorted ? Range {0, double(values_.size()) + 1} : Range {0, most > 0 ? 1.04 * most : 1};
    f.yHome = {0, 1.08 * (sorted ? std::max(most, 1e-300) : tallest_)};
    setFrame(f);
}

/// Draws the edge, and every outlier, since a bar of one value is too low to be visible.
void SpectrumFigure::drawOver(QPainter& painter, const Canvas& c)
{
    if (!law_ || isSorted())
        return;
    const Theme& theme = style().theme;
    if (!isOff(QStringLiteral("law"))) {
        painter.setPen(pen(theme.text, 1, Qt::DashLine));
        const double x = std::round(c.px(law_->edges().second));
        painter.drawLine(QPointF(x, c.plot.top()), QPointF(x, c.plot.bottom() + 1));
    }
    if (isOff(QStringLiteral("values")))
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.warning);
    for (const double s : values_) {
        if (s <= limit_)
            break;
        const double x = c.px(s), y = c.plot.bottom() + 1, r = style().px(4);
        painter.drawPolygon(QPolygonF({{x, y}, {x - r, y - 2 * r}, {x + r, y - 2 * r}}));
    }
}

QString SpectrumFigure::readoutAt(const QPointF& value) const
{
    const std::vector<double>& values = values_;
    if (values.empty())
        return {};
    if (isSorted()) {
        const auto i = std::clamp<std::ptrdiff_t>(std::lround(value.x()), 1, std::ptrdiff_t(values.size()));
        return tr("singular value %1 · %2").arg(i).arg(aligned(values[std::size_t(i - 1)]));
    }
    const auto larger = std::ranges::count_if(values, [&](double s) { return s > value.x(); });
    return tr("s = %1 · %2 of %3 are larger").arg(aligned(value.x())).arg(larger).arg(values.size());
}

void SpectrumFigure::drawHistogram(const std::vector<double>& values, double most)
{
    const double low = law_ ? std::min(values.back(), law_->edges().first) : values.back(),
                 wanted = std::clamp(int(values.size()) / a_bin, least_bins, most_bins),
                 width = std::max((most - low) / wanted, 1e-12 * most);
    const int bins = int(wanted) + 1;
    QVector<double> at, counts(bins + 2, 0);
    for (int i = 0; i < bins + 2; ++i)
        at << low + (i - 0.5) * width;
    for (const double s : values)
        ++counts[1 + std::clamp(int((s - low) / width), 0, bins - 1)];
    tallest_ = *std::max_element(counts.begin(), counts.end());
    if (!isOff(QStringLiteral("values"))) {
        QCPGraph* g = graph(0);
        g->setLineStyle(QCPGraph::lsStepCenter);
        g->setAntialiased(false);
        g->setAntialiasedFill(false);
        g->setPen(pen(style().theme.weights, 1));
        g->setBrush(style().theme.tint(style().theme.weights, 0.35));
        g->setData(at, counts, true);
    }
    if (!law_ || law_->single || isOff(QStringLiteral("law")))
        return;
    QVector<double> x, y;
    const auto [from, to] = law_->edges();
    for (int i = 0; i <= law_points; ++i) {
        x << from + (to - from) * i / law_points;
        y << double(values.size()) * width * law_->density(x.last());
    }
    QVector<double> heights = y;   // for square matrices the density has a pole at 0
    std::ranges::sort(heights);
    tallest_ = std::max(tallest_, heights[heights.size() * 9 / 10]);
    drawLine(1, x, y, style().theme.text);
}

void SpectrumFigure::drawSorted(const std::vector<double>& values)
{
    QVector<double> x, y(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i)
        x << double(i + 1);
    if (!isOff(QStringLiteral("values")))
        drawLine(0, x, y, style().theme.weights);
    if (!law_ || law_->single || isOff(QStringLiteral("law")))
        return;
    // The distribution function is accumulated from the largest value downwards.
    const auto [from, to] = law_->edges();
    QVector<double> index, s;
    double above = 0;
    const double step = (to - from) / law_points;
    for (int i = law_points - 1; i >= 0; --i) {
        const double middle = from + (i + 0.5) * step;
        above += step * law_->density(middle);
        index << 0.5 + above * double(values.size());
        s << middle - step / 2;
    }
    drawLine(1, index, s, style().theme.text);
}

void SpectrumFigure::drawLine(int number, const QVector<double>& x, const QVector<double>& y, const QColor& color)
{
    QCPGraph* g = graph(number);
    g->setLineStyle(QCPGraph::lsLine);
    g->setAntialiased(true);
    g->setPen(pen(color, 1.5));
    g->setBrush(Qt::NoBrush);
    g->setData(x, y, true);
}

}   // namespace stepzero
