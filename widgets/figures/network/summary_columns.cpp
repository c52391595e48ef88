// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/summary_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/off_scale.h"
#include "core/diagnose/deviation.h"
#include "core/kinds/recurrent.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/missing_text.h"

namespace stepzero {

namespace {

/// Return a distribution of a block, null when it was not measured, and the prediction of its RMS.
using Pick = const Distribution* (*)(const Study&, int);
using PickTheory = const Predicted* (*)(const Study&, int);

const Distribution* preactivationOf(const Study& s, int l) { return s.measurement->preactivation(l); }
const Distribution* outputOf(const Study& s, int l) { return s.measurement->output(l); }
const Distribution* gradientOf(const Study& s, int l) { return s.measurement->gradient(l); }
const Distribution* weightOf(const Study& s, int l) { return s.measurement->weight(l); }
const Predicted* preactivationTheory(const Study& s, int l) { return s.prediction->preactivation(l, Quantity::rms); }
const Predicted* outputTheory(const Study& s, int l) { return s.prediction->output(l, Quantity::rms); }
const Predicted* gradientTheory(const Study& s, int l) { return s.prediction->gradient(l); }

/// Returns the number of significant digits: three, or fewer where the exponent needs the room.
int digits(double log10) { return !(std::abs(log10) >= 100) || std::isinf(log10) ? 3 : std::abs(log10) < 1000 ? 2 : 1; }

QString numberText(const Distribution& d, double value, bool exact)
{
    if (exact)
        return exactNumber(d, value);
    const double log10 = d.log10_of(value);
    return digits(log10) == 3 ? numberOf(d, value) : alignedLog10(log10, value < 0, digits(log10));
}

QString log10Text(double log10, bool exact)
{
    if (!exact)
        return alignedLog10(log10, false, digits(log10));
    return std::isfinite(log10) ? exactLog10(log10, false) : exactNumber(log10 < 0 ? 0.0 : log10);
}

QString ratioText(double log10)
{
    return is_off_scale(log10) ? log10Text(log10, false) : QStringLiteral("×") + log10Text(log10, false);
}

QString plainText(const std::optional<double>& number, bool exact)
{
    return !number ? QString() : exact ? exactNumber(*number) : aligned(*number);
}

/// Formats a deviation from theory in standard deviations, with its sign.
QString sigmasText(const std::optional<double>& deviation, bool exact)
{
    if (!deviation || exact)
        return deviation ? exactNumber(*deviation) : QString();
    if (std::abs(*deviation) > 999)
        return QStringLiteral(">999 σ");
    return (*deviation < -0.05 ? QString(QChar(0x2212)) : QString()) + deviationText(*deviation);
}

/// Formats a deviation in percent of theory, with its sign.
QString percentOff(const Distribution* d, const Predicted* theory, bool exact)
{
    if (!d || !theory || !std::isfinite(theory->ln.value_or(HUGE_VAL)) || !(d->rms > 0) || !std::isfinite(d->rms))
        return {};
    const double percent = 100 * (std::pow(10.0, d->log10_of(d->rms) - *theory->log10()) - 1);
    if (exact)
        return exactNumber(percent);
    return std::abs(percent) >= 1000 ? QStringLiteral(">999%") : decimals(percent, 1) + QStringLiteral("%");
}

SummaryColumn measured(const Text& over, const Text& name, int rank, Pick of, double Distribution::*which)
{
    return {over, name, rank, which == &Distribution::mean ? SummaryColumn::signedNumber : SummaryColumn::number,
        [of, which](const Study& s, int l, bool exact) {
            const Distribution* d = of(s, l);
            return d ? numberText(*d, d->*which, exact) : QString();
        }};
}

/// Returns columns for RMS, theory and the deviation. For plain layers it is in units of the scatter between such
/// networks.
QVector<SummaryColumn> besideTheory(
    const Text& over, std::array<int, 3> ranks, Pick of, PickTheory theory, bool layered)
{
    const auto off
        = [of, theory](const Study& s, int l, bool exact) { return percentOff(of(s, l), theory(s, l), exact); };
    const auto sigmas = [gradient = of == gradientOf](const Study& s, int l, bool exact) {
        const Deviations d = deviations(*s.measurement, *s.prediction, l);
        return sigmasText(gradient ? d.gradient : d.preactivation, exact);
    };
    SummaryColumn last {over, tr("% off"), ranks[2], SummaryColumn::sigma, off};
    if (layered)
        last = {over, tr("σ off"), ranks[2], SummaryColumn::sigma, sigmas};
    return {measured(over, tr("RMS"), ranks[0], of, &Distribution::rms),
        {over, tr("theory"), ranks[1], SummaryColumn::number,
            [theory](const Study& s, int l, bool exact) {
                const Predicted* p = theory(s, l);
                return p && p->ln ? log10Text(*p->log10(), exact) : QString();
            }},
        last};
}

SummaryColumn share(const Text& name, int rank, Quantity quantity)
{
    return {{}, name, rank, SummaryColumn::percent, [quantity](const Study& s, int l, bool exact) {
                const auto found = s.measurement->number(l, quantity);
                return !found ? QString()
                    : exact   ? exactNumber(*found)
                              : QString::number(100 * *found, 'f', 1) + QStringLiteral("%");
            }};
}

SummaryColumn overHeads(const Text& name, int rank, double AttentionHead::*member)
{
    return {tr("attention"), name, rank, SummaryColumn::number, [member](const Study& s, int l, bool exact) {
                const SiteRecord* found = s.measurement->block(l).find("attention");
                if (!found || found->heads.empty())
                    return QString();
                double sum = 0;
                for (const AttentionHead& head : found->heads)
                    sum += head.*member;
                return plainText(sum / double(found->heads.size()), exact);
            }};
}

/// Returns a column for the memory of a scan, in tokens.
SummaryColumn memory(const Text& name, int rank, Quantity quantity)
{
    return {tr("memory"), name, rank, SummaryColumn::number, [quantity](const Study& s, int l, bool exact) {
                return plainText(s.measurement->block(l).number("scan", quantity), exact);
            }};
}

/// Returns whether a network has a gate that its kind may have.
bool isGateOf(const NetworkPlan& plan, const SiteInfo& gate)
{
    if (!plan.kind->steps_of_input)
        return false;
    const std::vector<std::string>& parts = cell_info(spec_of<RecurrentSpec>(plan).cell).parts;
    return std::find(parts.begin(), parts.end(), gate.role) != parts.end();
}

/// Returns log10 of a block's RMS relative to a pinned network; NaN unless both exist and the latter is not zero.
double log10Ratio(const Study& s, const Study& pinned, int block, Pick pick)
{
    if (block > std::min(s.plan->depth(), pinned.plan->depth()))
        return std::nan("");
    const Distribution *a = pick(s, block), *b = pick(pinned, block);
    return a && b && b->rms != 0 ? a->log10_of(a->rms) - b->log10_of(b->rms) : std::nan("");
}

/// Adds a column for the ratio to a pinned network after the last one of its group.
void addRatio(QVector<SummaryColumn>& columns, const Text& group, const char* csv, int rank, const Pin& pin, Pick pick)
{
    constexpr int longest = 9;   // maximum length of a name
    const auto last
        = std::find_if(columns.rbegin(), columns.rend(), [&](const SummaryColumn& c) { return c.over == group; });
    const QString name = QString(pinSign(pin.style)) + QLatin1Char(' ')
        + (pin.name.size() > longest ? pin.name.left(longest - 1) + QChar(0x2026) : pin.name);
    columns.insert(last.base(),
        {tr("%1, ratio to", group), Text::name(name.toStdString()), rank, SummaryColumn::signedNumber,
            [pinned = pin.study, pick](const Study& s, int l, bool exact) {
                const double log10 = log10Ratio(s, *pinned, l, pick);
                return std::isnan(log10) ? QString() : exact ? log10Text(log10, true) : ratioText(log10);
            },
            QString::fromLatin1(csv)});
}

}   // namespace

QVector<SummaryColumn> summaryColumns(const NetworkPlan& plan)
{
    const bool layered = plan.kind->layered;
    const Text output = tr("output");
    QVector<SummaryColumn> all {
        {{}, plan.kind->unit(), 0, SummaryColumn::count, [](const Study&, int l, bool) { return QString::number(l); }}};
    if (layered) {
        all << SummaryColumn {{}, Text::name("fan_in"), 14, SummaryColumn::count,
            [](const Study& s, int l, bool) { return QString::number(s.plan->layers[std::size_t(l - 1)].fan_in); }};
        all << measured(tr("weight"), tr("std"), 8, weightOf, &Distribution::std);
        all << besideTheory(tr("preact."), {1, 5, 2}, preactivationOf, preactivationTheory, true);
        all << measured(output, tr("mean"), 13, outputOf, &Distribution::mean)
            << measured(output, tr("std"), 4, outputOf, &Distribution::std)
            << measured(output, tr("RMS"), 6, outputOf, &Distribution::rms);
    } else {
        all << besideTheory(plan.steps.empty() ? tr("state") : tr("stream"), {1, 4, 6}, outputOf, outputTheory, false);
    }
    for (const SiteInfo& gate : plan.kind->gates)
        if (isGateOf(plan, gate))
            all << SummaryColumn {tr("gates"), Text::name(gate.role.substr(0, gate.role.find('_'))), 8,
                SummaryColumn::number, [role = gate.role](const Study& s, int l, bool exact) {
                    const Distribution* d = s.measurement->block(l).value(role);
                    return d ? numberText(*d, d->mean, exact) : QString();
                }};
    for (const StepInfo& step : plan.steps)
        all << SummaryColumn {step.label, plan.steps.size() > 1 ? tr("adds") : tr("RMS"), 5, SummaryColumn::number,
            [role = step.word + "_branch"](const Study& s, int l, bool exact) {
                const Distribution* d = s.measurement->block(l).value(role);
                return d ? numberText(*d, d->rms, exact) : QString();
            }};
    if (plan.kind->attends)
        all << overHeads(tr("entropy"), 3, &AttentionHead::entropy)
            << overHeads(tr("logit std"), 9, &AttentionHead::logit_std);
    if (plan.kind->scans)
        all << memory(tr("shortest"), 9, Quantity::shortest_memory)
            << memory(tr("longest"), 3, Quantity::longest_memory);
    if (plan.kind->has_tokens())
        all << SummaryColumn {
            tr("token"), tr("similarity"), 8, SummaryColumn::number, [](const Study& s, int l, bool exact) {
                return plainText(s.measurement->number(l, Quantity::similarity), exact);
            }};
    all << besideTheory(
        tr("gradient"), layered ? std::array {3, 9, 7} : std::array {2, 7, 10}, gradientOf, gradientTheory, layered);
    if (layered)
        all << share(tr("zero"), 10, Quantity::zero_fraction)
            << share(tr("saturated"), 12, Quantity::saturated_fraction)
            << share(tr("dead"), 11, Quantity::dead_fraction);
    return all;
}

QVector<SummaryColumn> summaryColumns(const Study& s, const Pin& pin)
{
    constexpr int kept = 2;   // ranks up to this one keep their priority
    QVector<SummaryColumn> columns = summaryColumns(*s.plan);
    const bool layered = is_layered(s);
    for (SummaryColumn& column : columns)
        if (column.rank > kept)
            column.rank += layered ? 3 : 2;
    if (layered)
        addRatio(columns, tr("preact."), "preactivation_rms_ratio", 3, pin, preactivationOf);
    addRatio(columns, layered ? tr("output") : tr("stream"), layered ? "output_rms_ratio" : "stream_rms_ratio",
        layered ? 5 : 3, pin, outputOf);
    addRatio(columns, tr("gradient"), "gradient_rms_ratio", 4, pin, gradientOf);
    return columns;
}

bool needsExponents(const Study& s)
{
    const auto isFar = [](const Distribution* d, double Distribution::*number) {
        const double log10 = d ? d->log10_of(d->*number) : 0;
        return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
    };
    for (int l = 1; l <= s.plan->depth(); ++l) {
        bool far = isFar(outputOf(s, l), &Distribution::rms) || isFar(gradientOf(s, l), &Distribution::rms);
        if (is_layered(s))
            far = far || isFar(preactivationOf(s, l), &Distribution::rms) || isFar(outputOf(s, l), &Distribution::std)
                || isFar(weightOf(s, l), &Distribution::std);
        for (const StepInfo& step : s.plan->steps)
            far = far || isFar(s.measurement->block(l).value(step.word + "_branch"), &Distribution::rms);
        for (const Predicted* p : {outputTheory(s, l), gradientTheory(s, l)})
            far = far || (!isMeasured(s) && p && std::abs(p->log10().value_or(0)) > 3);
        if (far)
            return true;
    }
    return false;
}

QString outputRatioText(const Study& study, const Study& pinned, int block)
{
    const double log10 = log10Ratio(study, pinned, block, outputOf);
    return std::isnan(log10) ? QString() : ratioText(log10);
}

}   // namespace stepzero
