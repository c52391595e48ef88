// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: the numbers themselves, a row a layer, under a line that says how the last activation stands.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "core/diagnose/deviation.h"
#include "core/exchange/result.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/table_figure.h"

namespace stepzero {

namespace {

using Column = TableColumn;

QString percent(double share, bool exact)
{
    return exact ? exactNumber(share) : QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

/// Rows count from 0.
int layerOf(std::size_t row) { return int(row) + 1; }

const Distribution* preactivationOf(const Study& s, std::size_t l) { return s.measurement->preactivation(layerOf(l)); }
const Distribution* outputOf(const Study& s, std::size_t l) { return s.measurement->output(layerOf(l)); }
const Distribution* gradientOf(const Study& s, std::size_t l) { return s.measurement->gradient(layerOf(l)); }
const Distribution* weightOf(const Study& s, std::size_t l) { return s.measurement->weight(layerOf(l)); }

/// A number of what `of` finds; empty when it was not measured.
auto number(const Distribution* (*of)(const Study&, std::size_t), double Distribution::*which)
{
    return [of, which](const Study& s, std::size_t l, bool e) {
        const Distribution* d = of(s, l);
        return d ? tableNumber(*d, d->*which, e) : QString();
    };
}

auto share(Quantity quantity)
{
    return [quantity](const Study& s, std::size_t l, bool e) {
        const auto found = s.measurement->number(layerOf(l), quantity);
        return found ? percent(*found, e) : QString();
    };
}

QString theory(const Predicted* predicted, bool exact)
{
    return tableLog10(predicted ? predicted->log10 : std::nullopt, exact);
}

/// Standard deviations from theory, with their sign.
QString sigmas(const std::optional<double>& deviation, bool exact)
{
    if (!deviation || exact)
        return deviation ? exactNumber(*deviation) : QString();
    if (std::abs(*deviation) > 999)
        return QStringLiteral(">999 σ");
    return (*deviation < -0.05 ? QString(QChar(0x2212)) : QString()) + deviationText(*deviation);
}

const QVector<Column>& allColumns()
{
    static const QVector<Column> all {
        {{}, QStringLiteral("layer"), 0, Column::count,
            [](const Study&, std::size_t l, bool) { return QString::number(l + 1); }},
        {{}, QStringLiteral("fan_in"), 14, Column::count,
            [](const Study& s, std::size_t l, bool) { return QString::number(s.plan->blocks[l].fan_in); }},
        {QStringLiteral("weight"), QStringLiteral("std"), 8, Column::number,
            number(weightOf, &Distribution::std)},
        {QStringLiteral("preact."), QStringLiteral("RMS"), 1, Column::number,
            number(preactivationOf, &Distribution::rms)},
        {QStringLiteral("preact."), QStringLiteral("theory"), 5, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return theory(s.prediction->preactivation(layerOf(l), Quantity::rms), e);
            }},
        {QStringLiteral("preact."), QStringLiteral("σ off"), 2, Column::sigma,
            [](const Study& s, std::size_t l, bool e) {
                return sigmas(deviations(*s.measurement, *s.prediction, int(l) + 1).preactivation, e);
            }},
        {QStringLiteral("output"), QStringLiteral("mean"), 13, Column::signedNumber,
            number(outputOf, &Distribution::mean)},
        {QStringLiteral("output"), QStringLiteral("std"), 4, Column::number,
            number(outputOf, &Distribution::std)},
        {QStringLiteral("output"), QStringLiteral("RMS"), 6, Column::number,
            number(outputOf, &Distribution::rms)},
        {QStringLiteral("gradient"), QStringLiteral("RMS"), 3, Column::number,
            number(gradientOf, &Distribution::rms)},
        {QStringLiteral("gradient"), QStringLiteral("theory"), 9, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return theory(s.prediction->gradient(layerOf(l)), e);
            }},
        {QStringLiteral("gradient"), QStringLiteral("σ off"), 7, Column::sigma,
            [](const Study& s, std::size_t l, bool e) {
                return sigmas(deviations(*s.measurement, *s.prediction, int(l) + 1).gradient, e);
            }},
        {{}, QStringLiteral("zero"), 10, Column::percent,
            share(Quantity::zero_fraction)},
        {{}, QStringLiteral("saturated"), 12, Column::percent,
            share(Quantity::saturated_fraction)},
        {{}, QStringLiteral("dead"), 11, Column::percent,
            share(Quantity::dead_fraction)},
    };
    return all;
}

template <typename Pick>
double layerRatio(const Study& s, const Study& pinned, std::size_t l, const Pick& pick)
{
    if (layerOf(l) > std::min(s.measurement->depth(), pinned.measurement->depth()))
        return std::nan("");
    return log10Ratio(pick(s, l), pick(pinned, l));
}

const QVector<RatioColumn>& ratios()
{
    const auto of = [](auto pick) {
        return [pick](const Study& s, const Study& pinned, std::size_t l) { return layerRatio(s, pinned, l, pick); };
    };
    static const QVector<RatioColumn> all {
        {QStringLiteral("preact."), QStringLiteral("preactivation_rms_ratio"), 3, of(preactivationOf)},
        {QStringLiteral("output"), QStringLiteral("output_rms_ratio"), 5, of(outputOf)},
        {QStringLiteral("gradient"), QStringLiteral("gradient_rms_ratio"), 4, of(gradientOf)}};
    return all;
}

class SummaryFigure : public TableFigure {
public:
    using TableFigure::TableFigure;

protected:
    const QVector<TableColumn>& columns(const Study&) const override
    {
        return withPin(allColumns(), firstPin(false), ratios());
    }

    bool needsExponents(const Study& s) const override
    {
        const auto has = [](const Distribution* d, double Distribution::*number) {
            const double log10 = d ? d->log10_of(d->*number) : 0;
            return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
        };
        for (std::size_t l = 0; l < std::size_t(s.measurement->depth()); ++l)
            if (has(weightOf(s, l), &Distribution::std) || has(preactivationOf(s, l), &Distribution::rms)
                || has(outputOf(s, l), &Distribution::rms) || has(outputOf(s, l), &Distribution::std)
                || has(gradientOf(s, l), &Distribution::rms))
                return true;
        return false;
    }

    QVector<HeadlinePart> headline(const Study& s) const override
    {
        const Measurement& m = *s.measurement;
        const Distribution& last = *m.output(m.depth());
        const QString luck = luckText(s);
        QVector<HeadlinePart> parts {{0, tr("last activation std %1").arg(numberOf(last, last.std))},
            {luck.isEmpty() ? 1 : 2,
                tr("stability %1").arg(QString::fromLatin1(stability(last.plain(last.std)).data()))}};
        if (!luck.isEmpty())
            parts << HeadlinePart {1, luck};
        if (const Pin* pin = firstPin(false)) {
            const double log10 = layerRatio(s, *pin->study, std::size_t(m.depth() - 1), outputOf);
            if (!std::isnan(log10))
                parts << HeadlinePart {2, tr("last RMS %1 beside %2").arg(ratioText(log10), pin->name)};
        }
        parts << HeadlinePart {4, tr("%1 samples").arg(m.samples)};
        if (m.replicas > 1)
            parts << HeadlinePart {3, tr("%1 replicas").arg(m.replicas)};
        parts << HeadlinePart {
            5, s.stage == Stage::preview ? tr("preview") : tr("%1 ms").arg(qRound(1000 * s.seconds))};
        return parts;
    }

private:
    /// How the last layer's signal stands to theory: luck or fault. Empty where no spread is known.
    static QString luckText(const Study& s)
    {
        const int l = s.measurement->depth();
        const std::optional<double> off = deviations(*s.measurement, *s.prediction, l).preactivation;
        if (!off)
            return {};
        const Distribution& z = *s.measurement->preactivation(l);
        if (z.rms == 0)
            return tr("not this theory: the last signal is zero");
        const double size = std::abs(*off);
        const QString far = tr("%1 from theory").arg(deviationText(*off));
        if (size <= 2)
            return tr("%1, as expected of a network this size").arg(far);
        if (size <= 3)
            return tr("%1, unlucky").arg(far);
        if (size <= 4)
            return tr("%1, most unlucky").arg(far);
        const double log10_ratio = z.log10_of(z.rms) - *s.prediction->preactivation(l, Quantity::rms)->log10;
        return log10_ratio < 0 ? tr("%1, not this theory: ÷%2").arg(far, prettyLog10(-log10_ratio))
                               : tr("%1, not this theory: ×%2").arg(far, prettyLog10(log10_ratio));
    }
};

}   // namespace

Figure* createSummary(QWidget* parent) { return new SummaryFigure(parent); }

}   // namespace stepzero
