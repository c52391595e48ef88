// SPDX-License-Identifier: GPL-3.0-or-later
// Logits of the head: their histogram with the Gaussian of theory, and the resulting loss.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/words/nan.h"
#include "core/theory/attention_theory.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/outline.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/block_data.h"
#include "widgets/figures/network/layer_text.h"
#include "widgets/figures/network/missing_text.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"

namespace stepzero {

namespace {

const Site logits_site {0, "logits"};

double gaussian(double x, double mean, double variance)
{
    return std::exp(-(x - mean) * (x - mean) / (2 * variance)) / std::sqrt(2 * std::numbers::pi * variance);
}

class LogitsFigure : public NetworkFigure<PlotFigure> {
public:
    explicit LogitsFigure(QWidget* parent) : NetworkFigure(parent)
    {
        addChoice(log_, QStringLiteral("axis"),
            {{false, "linear", tr("Density, linear")}, {true, "log", tr("Density, logarithmic")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
    }

    FigureTable table() const override { return withPins(study().get(), pins(), 0, tableOf); }

private:
    /// Returns the table of a study; for null, its header.
    static FigureTable tableOf(const Study* study)
    {
        FigureTable table {{QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("count"),
                               QStringLiteral("predicted_density")},
            {}};
        const Distribution* d = study ? logits(*study) : nullptr;
        if (!d)
            return table;
        const Histogram& h = d->histogram;
        const double variance = predictedVariance(*study);
        for (std::size_t i = 0; i < h.counts.size(); ++i)
            table.rows << QStringList {exactNumber(h.low + double(i) * h.bin_width()),
                exactNumber(h.low + double(i + 1) * h.bin_width()), exactNumber(h.counts[i]),
                variance > 0 ? exactNumber(gaussian(h.bin_center(i), 0, variance)) : QString()};
        return table;
    }

protected:
    bool showsPins() const override { return true; }

    void rebuild() override
    {
        const Study& s = *study();
        const Distribution* d = logits(s);
        const bool log = isLog();
        const double variance = toggled(QStringLiteral("theory")) ? predictedVariance(s) : nan;
        const bool law = variance > 0 && std::isfinite(variance);
        clearGraphs(0);

        Frame f;
        f.xScale = Scale::linear;
        f.yScale = log ? Scale::log10 : Scale::linear;
        f.xLabel = tr("logit");
        f.yLabel = tr("density");
        f.noteRow = true;
        const Theme& theme = style().theme;
        if (d)
            f.legend << LegendEntry {
                QStringLiteral("measured"), tr("measured"), theme.forward, LegendEntry::Mark::area, std::nullopt};
        if (law)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), theme.text, LegendEntry::Mark::line, std::nullopt};
        if (!d)
            f.quiet = missingText(s);

        drawBars(d, log, f);
        const Extent extent = extentOf(d, law ? variance : 0);
        Range x = withPinnedX(f.pins, extent.x);
        const double pinned = withPinnedY(f.pins, {1e300, -1e300}).high;
        double tallest = extent.tallest;
        if (pinned > -1e300)
            tallest = std::max(tallest, log ? std::pow(10.0, pinned) : pinned);
        if (!(x.low < x.high))
            x = {-1, 1};
        const double air = 0.03 * x.span();
        f.xHome = {x.low - air, x.high + air};
        floor_ = std::log10(extent.least) - 0.3;
        f.yHome = !log ? Range {0, tallest > 0 ? 1.1 * tallest : 1}
                       : Range {floor_, (tallest > 0 ? std::log10(tallest) : floor_ + 1) + 0.2};
        if (law && !isOff(QStringLiteral("theory")))
            drawLaw(variance);
        addNotes(d, f);
        setFrame(f);
    }

    /// Draws bars below the grid. On a logarithmic axis they reach down to less than one logit.
    void drawUnder(QPainter& painter, const Canvas& c) override
    {
        if (isOff(QStringLiteral("measured")) || bars_.heights.isEmpty())
            return;
        const bool log = isLog();
        const double base = log ? std::min(floor_, c.y.low) : 0;
        QPolygonF outline {c.drawable(bars_.edges.first(), base)};
        for (qsizetype i = 0; i < bars_.heights.size(); ++i) {
            const double density = bars_.heights[i], y = !log ? density : density > 0 ? std::log10(density) : base;
            outline << c.drawable(bars_.edges[i], y) << c.drawable(bars_.edges[i + 1], y);
        }
        outline << c.drawable(bars_.edges.last(), base);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(style().theme.tint(style().theme.forward, 0.35));
        painter.setPen(pen(style().theme.forward, 1));
        painter.drawPolygon(outline);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const Distribution* d = logits(*shownStudy());
        if (!d)
            return {};
        const Histogram& h = d->histogram;
        QString text = tr("logit %1").arg(aligned(value.x()));
        if (!h.counts.empty() && h.low < h.high && value.x() >= h.low && value.x() <= h.high)
            text += tr(" · %1 of %2 logits here")
                        .arg(h.counts[std::min(h.counts.size() - 1, std::size_t((value.x() - h.low) / h.bin_width()))],
                            0, 'f', 0)
                        .arg(h.total(), 0, 'f', 0);
        if (const double variance = predictedVariance(*shownStudy()); variance > 0)
            text += tr(" · theory: density %1").arg(aligned(gaussian(value.x(), 0, variance)));
        if (!frame().pins.isEmpty())   // comparable with those of pins, which follow
            text += tr(" · density %1").arg(aligned(bars_.heightAt(value.x())));
        return text;
    }

private:
    /// Makes the bars of the logits and of pins, and notes how far these are from them.
    void drawBars(const Distribution* own, bool log, Frame& f)
    {
        constexpr std::size_t most = 256;   // as many as are counted
        QVector<PinnedSample> pinned;
        if (own && !isOff(QStringLiteral("measured")))
            for (const Pin& pin : pins())
                if (const Distribution* d = isComparable(*study(), *pin.study) ? logits(*pin.study) : nullptr)
                    pinned << PinnedSample {{pin, {}}, d, !isOff(pin)};
        bars_ = outlineWithPins(own, pinned, most, true, log);
        for (const PinnedSample& one : pinned) {
            addPin(f, one.line);
            if (one.drawn)
                f.notes << distanceWords(one.line.pin.name, distance_between(*own, *one.sample));
        }
    }

    struct Extent {
        Range x {1e300, -1e300};
        double tallest = 0, least = 1;   // highest density, and that of a single logit
    };

    /// Returns the extent of the bars, and of theory with a variance above 0.
    Extent extentOf(const Distribution* d, double variance) const
    {
        Extent extent;
        if (d) {
            extent.least = 1 / (std::max(1.0, d->histogram.total()) * (bars_.edges[1] - bars_.edges[0]));
            extent.tallest = bars_.tallest();
            extent.x = {bars_.edges.first(), bars_.edges.last()};
        }
        if (variance > 0) {
            const double reach = 4.5 * std::sqrt(variance);
            extent.x = extent.x.united({-reach, reach});
            extent.tallest = std::max(
                extent.tallest, std::min(gaussian(0, 0, variance), extent.tallest > 0 ? 3 * extent.tallest : 1e300));
        }
        return extent;
    }

    void drawLaw(double variance)
    {
        QVector<double> at, density;
        const double reach = (isLog() ? 12 : 6) * std::sqrt(variance);
        for (int i = 0; i <= 240; ++i) {
            at << reach * (i / 120.0 - 1);
            const double value = gaussian(at.last(), 0, variance);
            density << (isLog() ? std::log10(value) : value);
        }
        QCPGraph* line = graph(0);
        line->setPen(pen(style().theme.text, 1));
        line->setAntialiased(true);
        line->setData(at, density, true);
    }

    bool isLog() const { return log_.value(); }

    static const Distribution* logits(const Study& study)
    {
        const Distribution* d = study.measurement->block(0).value("logits");
        return d && d->count > 0 ? d : nullptr;
    }

    static const HeadPrediction* predictedHead(const Study& study)
    {
        return study.prediction->head ? &*study.prediction->head : nullptr;
    }

    /// Returns NaN without theory, or if the logits are not Gaussian.
    static double predictedVariance(const Study& study)
    {
        const HeadPrediction* head = predictedHead(study);
        return head && !head->has_prior ? head->logit_variance : nan;
    }

    void addNotes(const Distribution* d, Frame& f) const
    {
        const Study& s = *study();
        if (!s.plan->kind->has_tokens())
            return;
        const SoftmaxStructure softmax = *structure_of(s.experiment.network).softmax;
        const HeadPrediction* head = predictedHead(s);
        const auto loss = [](double value) { return value < 1e4 ? QString::number(value, 'f', 3) : aligned(value); };
        QStringList parts;
        if (const auto value = s.measurement->block(0).number("logits", Quantity::cross_entropy);
            value && std::isfinite(*value))
            parts << tr("cross-entropy %1").arg(loss(*value));
        const QString sign = outcomesSign(s.experiment.network);
        parts << tr("ln %1 = %2").arg(sign, loss(std::log(softmax.outcomes)));
        if (head && std::isfinite(head->cross_entropy)) {
            const bool small = !head->has_prior && std::sqrt(head->logit_variance) < freezing_spread(softmax.outcomes);
            parts << (small ? tr("theory %1 (ln %2 + Var/2 = %3)")
                                  .arg(loss(head->cross_entropy), sign, loss(head->small_variance_cross_entropy))
                            : tr("theory %1").arg(loss(head->cross_entropy)));
        }
        f.notes << parts.join(QStringLiteral(" · "));
        addNewTokens(f);
        if (d)
            f.notes << tr("logit std %1").arg(aligned(d->plain(d->std)))
                    + (head ? tr(" (theory %1)").arg(aligned(std::sqrt(head->logit_variance))) : QString());
        // 6 σ are more than the largest of a batch of Gaussian logits would reach.
        if (d && softmax.tied && d->std > 0 && d->max - d->mean > 6 * d->std)
            f.notes << tr("tied head: own-token logit is an outlier, up to %1 σ")
                           .arg((d->max - d->mean) / d->std, 0, 'f', 0);
    }

    /// Adds notes about tokens that were added to the vocabulary.
    void addNewTokens(Frame& f) const
    {
        const BlockRecord& outside = study()->measurement->block(0);
        const auto embedding = [&](Quantity quantity) { return outside.number("embedding", quantity); };
        const auto norm = embedding(Quantity::added_row_norm), others = embedding(Quantity::row_norm),
                   cosine = embedding(Quantity::added_nearest_cosine);
        if (!norm || !others || !cosine)
            return;
        QStringList parts {tr("new-token rows: norm %1 vs. %2, cosine %3 to the nearest")
                               .arg(aligned(*norm), aligned(*others), QString::number(*cosine, 'f', 2))};
        if (const auto share = outside.number("logits", Quantity::added_probability))
            parts << tr("probability %1 in total").arg(aligned(*share));
        if (const auto loss = outside.number("logits", Quantity::added_cross_entropy))
            parts << tr("their cross-entropy %1").arg(QString::number(*loss, 'f', 3));
        f.notes << parts.join(QStringLiteral(" · "));
    }

    Outline bars_;   // as drawn
    double floor_ = 0;   // lower end of a logarithmic axis
    ChoiceOf<bool> log_;
};

}   // namespace

FigureKind figure_logits()
{
    return {QStringLiteral("logits"), QObject::tr("Logits of the head"), created<LogitsFigure>, {{networkTokens, 5}},
        QObject::tr("Logits")};
}

}   // namespace stepzero
