// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/outline.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "widgets/figures/frame/number_text.h"

namespace stepzero {

namespace {

Outline outlineOn(const Histogram& h, const Histogram& bins, bool density)
{
    constexpr double rounding = 1e-6;   // fraction of an entry
    const bool same = h.low == bins.low && h.high == bins.high && h.counts.size() == bins.counts.size();
    const Histogram drawn = same ? h : rebinned(h, bins.low, bins.high, bins.counts.size());
    const double unit = std::max(1.0, h.total()) * (density ? bins.bin_width() : 1);
    Outline outline {{bins.low}, {}};
    for (std::size_t i = 0; i < drawn.counts.size(); ++i) {
        outline.edges << (i + 1 == drawn.counts.size() ? bins.high : bins.low + double(i + 1) * bins.bin_width());
        outline.heights << (drawn.counts[i] < rounding ? 0 : drawn.counts[i] / unit);
    }
    return outline;
}

/// Gives a line the steps of the bars. On a logarithmic axis it has gaps where nothing is.
void drawSteps(const Outline& outline, bool log, PinLine& line)
{
    const auto axis = [log](double height) { return !log ? height : height > 0 ? std::log10(height) : nan; };
    line.steps = true;
    line.x << outline.edges.first() << outline.edges;
    line.y << axis(0);
    for (const double height : outline.heights)
        line.y << axis(height);
    line.y << (log ? line.y.last() : 0);
}

}   // namespace

double Outline::tallest() const { return heights.isEmpty() ? 0 : *std::max_element(heights.begin(), heights.end()); }

double Outline::heightAt(double x) const
{
    const auto next = std::upper_bound(edges.begin(), edges.end(), x) - edges.begin();
    return next == 0 || next >= edges.size() ? 0 : heights[next - 1];
}

QVector<Outline> outlinesOf(const QVector<const Histogram*>& all, std::size_t most, bool density)
{
    QVector<Outline> outlines;
    if (all.isEmpty())
        return outlines;
    const Histogram bins = common_bins({all.begin(), all.end()}, most);
    for (const Histogram* h : all)
        outlines << outlineOn(*h, bins, density);
    return outlines;
}

Outline outlineWithPins(
    const Distribution* own, QVector<PinnedSample>& pinned, std::size_t most, bool density, bool log)
{
    QVector<const Histogram*> histograms;
    if (own)
        histograms << &own->histogram;
    for (const PinnedSample& one : pinned)
        if (one.drawn)
            histograms << &one.sample->histogram;
    QVector<Outline> outlines = outlinesOf(histograms, most, density);
    const Outline first = own ? outlines.takeFirst() : Outline();
    for (PinnedSample& one : pinned)
        if (one.drawn)
            drawSteps(outlines.takeFirst(), log, one.line);
    return first;
}

QStringList distanceWords(const QString& name, const std::optional<DistributionDistance>& distance)
{
    if (!distance)
        return {};
    return {QObject::tr("%1: Wasserstein distance %2 σ, std ratio %3")
                .arg(name, aligned(distance->sigmas), aligned(distance->std_ratio))};
}

QString decadesText(const QString& name, double decades)
{
    return QObject::tr("%1: Wasserstein distance %2 decades").arg(name, aligned(decades));
}

}   // namespace stepzero
