// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: the numbers themselves, a row a layer, under a line that says how the last activation stands.
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "core/diagnose/deviation.h"
#include "core/exchange/result.h"
#include "widgets/figures/frame/layer_text.h"
#include "widgets/figures/network/figures.h"
#include "widgets/figures/network/table_figure.h"

namespace stepzero {

namespace {

using Column = TableColumn;

QString percent(double share, bool exact)
{
    return exact ? exactNumber(share) : QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

const LayerMeasurement& at(const Study& s, std::size_t l) { return s.measurement->layers[l]; }

const LayerPrediction* predicted(const Study& s, std::size_t l)
{
    return s.prediction && l < s.prediction->layers.size() && s.prediction->layers[l] ? &*s.prediction->layers[l]
                                                                                      : nullptr;
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
            [](const Study& s, std::size_t l, bool) { return QString::number(s.plan[l].fan_in); }},
        {QStringLiteral("weight"), QStringLiteral("std"), 8, Column::number,
            [](const Study& s, std::size_t l, bool e) { return tableNumber(at(s, l).weight, at(s, l).weight.std, e); }},
        {QStringLiteral("preact."), QStringLiteral("RMS"), 1, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return tableNumber(at(s, l).preactivation, at(s, l).preactivation.rms, e);
            }},
        {QStringLiteral("preact."), QStringLiteral("theory"), 5, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                const LayerPrediction* p = predicted(s, l);
                return tableLog10(p ? std::optional(p->log10_preactivation_rms) : std::nullopt, e);
            }},
        {QStringLiteral("preact."), QStringLiteral("σ off"), 2, Column::sigma,
            [](const Study& s, std::size_t l, bool e) {
                return sigmas(deviations(*s.measurement, *s.prediction, int(l) + 1).preactivation, e);
            }},
        {QStringLiteral("output"), QStringLiteral("mean"), 13, Column::signedNumber,
            [](const Study& s, std::size_t l, bool e) {
                return tableNumber(at(s, l).output, at(s, l).output.mean, e);
            }},
        {QStringLiteral("output"), QStringLiteral("std"), 4, Column::number,
            [](const Study& s, std::size_t l, bool e) { return tableNumber(at(s, l).output, at(s, l).output.std, e); }},
        {QStringLiteral("output"), QStringLiteral("RMS"), 6, Column::number,
            [](const Study& s, std::size_t l, bool e) { return tableNumber(at(s, l).output, at(s, l).output.rms, e); }},
        {QStringLiteral("gradient"), QStringLiteral("RMS"), 3, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return at(s, l).gradient ? tableNumber(*at(s, l).gradient, at(s, l).gradient->rms, e) : QString();
            }},
        {QStringLiteral("gradient"), QStringLiteral("theory"), 9, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                const LayerPrediction* p = predicted(s, l);
                return tableLog10(p ? p->log10_gradient_rms : std::nullopt, e);
            }},
        {QStringLiteral("gradient"), QStringLiteral("σ off"), 7, Column::sigma,
            [](const Study& s, std::size_t l, bool e) {
                return sigmas(deviations(*s.measurement, *s.prediction, int(l) + 1).gradient, e);
            }},
        {{}, QStringLiteral("zero"), 10, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).zero_fraction, e); }},
        {{}, QStringLiteral("saturated"), 12, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).saturated_fraction, e); }},
        {{}, QStringLiteral("dead"), 11, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).dead_fraction, e); }},
    };
    return all;
}

const Distribution* preactivationOf(const LayerMeasurement& m) { return &m.preactivation; }
const Distribution* outputOf(const LayerMeasurement& m) { return &m.output; }
const Distribution* gradientOf(const LayerMeasurement& m) { return m.gradient ? &*m.gradient : nullptr; }

template <typename Pick>
double layerRatio(const Study& s, const Study& pinned, std::size_t l, const Pick& pick)
{
    if (l >= s.measurement->layers.size() || l >= pinned.measurement->layers.size())
        return std::nan("");
    return log10Ratio(pick(at(s, l)), pick(at(pinned, l)));
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
        const auto& layers = s.measurement->layers;
        return std::any_of(layers.begin(), layers.end(), [](const LayerMeasurement& m) {
            const auto has = [](const Distribution& d, double value) {
                const double log10 = d.log10_of(value);
                return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
            };
            return has(m.weight, m.weight.std) || has(m.preactivation, m.preactivation.rms)
                || has(m.output, m.output.rms) || has(m.output, m.output.std)
                || (m.gradient && has(*m.gradient, m.gradient->rms));
        });
    }

    QVector<HeadlinePart> headline(const Study& s) const override
    {
        const Measurement& m = *s.measurement;
        const Distribution& last = m.layers.back().output;
        const QString luck = luckText(s);
        QVector<HeadlinePart> parts {{0, tr("last activation std %1").arg(numberOf(last, last.std))},
            {luck.isEmpty() ? 1 : 2,
                tr("stability %1").arg(QString::fromLatin1(stability(last.plain(last.std)).data()))}};
        if (!luck.isEmpty())
            parts << HeadlinePart {1, luck};
        if (const Pin* pin = firstPin(false)) {
            const double log10 = layerRatio(s, *pin->study, m.layers.size() - 1, outputOf);
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
        const std::size_t l = s.measurement->layers.size() - 1;
        const std::optional<double> off = deviations(*s.measurement, *s.prediction, int(l) + 1).preactivation;
        if (!off)
            return {};
        const Distribution& z = at(s, l).preactivation;
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
        const double log10_ratio = z.log10_of(z.rms) - predicted(s, l)->log10_preactivation_rms;
        return log10_ratio < 0 ? tr("%1, not this theory: ÷%2").arg(far, prettyLog10(-log10_ratio))
                               : tr("%1, not this theory: ×%2").arg(far, prettyLog10(log10_ratio));
    }
};

}   // namespace

Figure* createSummary(QWidget* parent) { return new SummaryFigure(parent); }

}   // namespace stepzero
