// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the chosen tensor as a histogram, with the distribution that its recipe expects and the known distribution
// that they resemble most.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/checkpoint/audit/shown_laws.h"
#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

class AuditEntriesFigure : public AuditFigure<PlotFigure> {
public:
    explicit AuditEntriesFigure(QWidget* parent) : AuditFigure(parent)
    {
        addChoice(log_, QStringLiteral("axis"), {{false, "linear", tr("Linear")}, {true, "log", tr("Logarithmic")}});
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("count"),
                               QStringLiteral("recipe_density"), QStringLiteral("nearest_density")},
            {}};
        const AuditedPart* part = auditStudy() ? chosenPart(*auditStudy()) : nullptr;
        if (!part)
            return table;
        const Histogram& h = part->histogram;
        const auto bins = int(h.counts.size());
        const auto expected = expected_density(*part, h.low, h.high, bins),
                   nearest = nearest_density(*part, h.low, h.high, bins);
        for (std::size_t i = 0; i < h.counts.size(); ++i)
            table.rows << QStringList {exactNumber(h.low + double(i) * h.bin_width()),
                exactNumber(h.low + double(i + 1) * h.bin_width()), exactNumber(h.counts[i]),
                expected ? exactNumber(expected->y[i]) : QString(), nearest ? exactNumber(nearest->y[i]) : QString()};
        return table;
    }

protected:
    void rebuild() override
    {
        clearGraphs(0);
        Frame f;
        f.xScale = Scale::linear;
        f.yScale = isLog() ? Scale::log10 : Scale::linear;
        f.xLabel = tr("entry");
        f.noteRow = true;
        f.xHome = {-1, 1};
        f.yHome = {0, 1};
        const AuditedPart* part = chosenPart(*auditStudy());
        if (!part || part->histogram.counts.empty()) {
            f.yLabel = part ? nameText() : tr("density");
            f.quiet = !part                   ? tr("choose a tensor")
                : part->entries.finite() == 0 ? tr("no finite number")
                : part->entries.constant()    ? tr("every entry is %1").arg(pretty(part->entries.min))
                                              : tr("not measured");
            return setFrame(f);
        }
        f.yLabel = nameText() + QStringLiteral(" · ") + tr("density");
        const Range x = rangeOf(*part);
        const double margin = 0.04 * x.span();
        f.xHome = {x.low - margin, x.high + margin};
        const Range entries = drawEntries(*part, f);
        constexpr double most_times = 6;   // a narrow distribution is cut off at the top
        const double tallest = std::min(std::max(entries.high, drawLaws(*part, f)), most_times * entries.high);
        f.yHome = isLog() ? Range {std::floor(std::log10(entries.low)), std::log10(1.5 * tallest)}
                          : Range {0, 1.12 * tallest};
        f.notes << noteText(*part);
        setFrame(f);
    }

    void drawUnder(QPainter&, const Canvas&) override { }

    QString readoutAt(const QPointF& value) const override
    {
        const AuditedPart* part = chosenPart(*shownAudit());
        const Histogram& h = part->histogram;
        QString text = tr("entry %1").arg(aligned(value.x()));
        if (h.counts.empty() || value.x() < h.low || value.x() >= h.high)
            return text;
        const auto bin = std::min(h.counts.size() - 1, std::size_t((value.x() - h.low) / h.bin_width()));
        const double from = h.low + double(bin) * h.bin_width(), to = from + h.bin_width();
        text += tr(" · %1 of %2 entries here").arg(h.counts[bin]).arg(part->entries.finite())
            + tr(" · density %1").arg(aligned(h.counts[bin] / unitOf(*part)));
        if (const auto expected = expected_density(*part, from, to, 1))
            text += tr(" · recipe: density %1").arg(aligned(expected->y.front()));
        return text;
    }

private:
    static constexpr int law_points = 240;

    bool isLog() const { return log_.value(); }
    double axis(double density) const { return !isLog() ? density : density > 0 ? std::log10(density) : -30; }
    QString nameText() const { return QString::fromStdString(auditStudy()->name_of(*auditStudy()->chosen)); }

    /// Returns the range of the entries with that of the recipe's distribution, unless it would squeeze the entries to
    /// a line.
    static Range rangeOf(const AuditedPart& part)
    {
        constexpr double sigmas = 4, most = 6;   // in units of the distribution's σ; of the entries' span
        const Range x {part.histogram.low, part.histogram.high};
        if (!part.law || !part.law->below)
            return x;
        const double middle = (x.low + x.high) / 2, lawReach = std::min(most * x.span() / 2, sigmas * part.law->std);
        return x.united({std::max(part.law->mean - lawReach, middle - most * x.span() / 2),
            std::min(part.law->mean + lawReach, middle + most * x.span() / 2)});
    }

    /// Returns the count per density.
    static double unitOf(const AuditedPart& part)
    {
        return part.histogram.bin_width() * std::max(1.0, double(part.entries.finite()));
    }

    /// Draws the histogram. Returns its lowest density above 0, and its highest.
    Range drawEntries(const AuditedPart& part, Frame& f)
    {
        const Histogram& h = part.histogram;
        const double unit = unitOf(part);
        QVector<double> at {h.low - h.bin_width() / 2}, height {axis(0)};
        Range densities {1e300, 0};
        for (std::size_t i = 0; i < h.counts.size(); ++i) {
            const double density = h.counts[i] / unit;
            at << h.bin_center(i);
            height << axis(density);
            densities.high = std::max(densities.high, density);
            densities.low = density > 0 ? std::min(densities.low, density) : densities.low;
        }
        at << h.high + h.bin_width() / 2;
        height << axis(0);
        const Theme& theme = style().theme;
        if (!isOff(QStringLiteral("entries"))) {
            QCPGraph* g = graph(0);
            g->setLineStyle(QCPGraph::lsStepCenter);
            g->setAntialiased(false);
            g->setAntialiasedFill(false);
            g->setPen(pen(theme.weights, 1));
            g->setBrush(isLog() ? QBrush(Qt::NoBrush) : QBrush(theme.tint(theme.weights, 0.35)));
            g->setScatterStyle(QCPScatterStyle::ssNone);
            g->setData(at, height, true);
        }
        f.legend << LegendEntry {
            QStringLiteral("entries"), tr("entries"), theme.weights, LegendEntry::Mark::area, std::nullopt};
        return densities;
    }

    /// Draws the distributions of the recipe and of the nearest kind. Returns the highest density of the former.
    double drawLaws(const AuditedPart& part, Frame& f)
    {
        const Theme& theme = style().theme;
        const auto expected = expected_density(part, f.xHome.low, f.xHome.high, law_points),
                   nearest = nearest_density(part, f.xHome.low, f.xHome.high, law_points);
        double tallest = 0;
        if (expected) {
            tallest = drawLaw(1, QStringLiteral("recipe"), *expected, pen(theme.text, 1.5));
            f.legend << LegendEntry {
                QStringLiteral("recipe"), tr("recipe"), theme.text, LegendEntry::Mark::line, std::nullopt};
        }
        if (nearest && showsNearest(part)) {
            drawLaw(2, QStringLiteral("nearest"), *nearest, pen(theme.weights, 1.8, Qt::DashLine));
            f.legend << LegendEntry {
                QStringLiteral("nearest"), nearestText(part), theme.weights, LegendEntry::Mark::dashed, std::nullopt};
        }
        return tallest;
    }

    /// A second line would add nothing when the entries follow the recipe in shape and scale.
    static bool showsNearest(const AuditedPart& part)
    {
        return !part.law || !part.law->below || part.verdict != AuditVerdict::follows;
    }
    static QString nearestText(const AuditedPart& part)
    {
        return tr("%1 with the same σ").arg(translated(Text::whole(part.nearest)).replace('_', ' '));
    }

    /// Draws a distribution and returns its highest density.
    double drawLaw(int number, const QString& key, const Curve& law, const QPen& line)
    {
        if (isOff(key))
            return 0;
        QVector<double> y;
        for (const double density : law.y)
            y << (isLog() && density <= 0 ? std::nan("") : axis(density));
        QCPGraph* g = graph(number);
        g->setLineStyle(QCPGraph::lsLine);
        g->setAntialiased(true);
        g->setPen(line);
        g->setBrush(Qt::NoBrush);
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setData(QVector<double>(law.x.begin(), law.x.end()), y, true);
        return *std::max_element(law.y.begin(), law.y.end());
    }

    static QString noteText(const AuditedPart& part)
    {
        const EntryNumbers& e = part.entries;
        QStringList words {tr("σ %1").arg(aligned(e.std))};
        if (const QString recipe = recipeText(part); !recipe.isEmpty())
            words << tr("recipe %1").arg(recipe);
        if (part.ratio() && part.law->below)
            words << tr("ratio %1").arg(aligned(*part.ratio()));
        if (const auto distance = expected_distance(part))
            words << tr("Wasserstein distance to the recipe %1 σ").arg(aligned(*distance));
        if (const auto distance = showsNearest(part) ? nearest_distance(part) : std::nullopt)
            words << tr("Wasserstein distance to %1: %2 σ").arg(nearestText(part), aligned(*distance));
        const double drawn = part.histogram.total();
        if (const double beyond = double(e.finite()) - drawn; beyond > 0)
            words << tr("%1 outside the histogram, as far as %2")
                         .arg(pretty(beyond), pretty(std::abs(e.max) > std::abs(e.min) ? e.max : e.min));
        return words.join(QStringLiteral(" · "));
    }

    ChoiceOf<bool> log_;
};

}   // namespace

FigureKind figure_audit_entries()
{
    return {QStringLiteral("audit_entries"), QObject::tr("Entries of the selected tensor"), created<AuditEntriesFigure>,
        {{oneCheckpoint, 1}}, QObject::tr("Entries")};
}

}   // namespace stepzero
