// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/grid/layer_numbers.h"

#include "core/kinds/kinds.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/study/grid/axis_numbers.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/ticks.h"
#include "widgets/figures/grid/series.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr double most_linear = 1e200;   // the same limit as in the curves of one experiment

/// Null where the study does not name one that is known.
const NetworkKind* kindOfBase(const Grid& grid)
{
    const Json* network = grid.base.find("network");
    const Json* kind = network ? network->find("kind") : nullptr;
    return kind ? find_kind(kind->text) : nullptr;
}

const CellNumbers* outputNumbers(const CellLayer& layer) { return &layer.output; }
const CellNumbers* preactivationNumbers(const CellLayer& layer) { return &layer.preactivation; }
const CellNumbers* gradientNumbers(const CellLayer& layer) { return layer.gradient ? &*layer.gradient : nullptr; }

double onLinear(double number)
{
    return std::abs(number) < most_linear || std::isnan(number)
        ? number
        : std::copysign(std::numeric_limits<double>::infinity(), number);
}

/// Returns log10 of a number; NaN where only its RMS is known, because that exceeds the range of double.
double log10Of(const LayerStatistic& statistic, const CellMoments& moments)
{
    if (statistic.is_rms())
        return log10_rms(moments);
    const double number = std::abs(moments.*statistic.number);
    return moments.log10_rms && (number == 0 || std::isinf(number)) ? nan : std::log10(number);
}

}   // namespace

const QVector<LayerStatistic>& layerStatistics()
{
    using P = CellPrediction;
    const auto& all = inEachLanguage([] {
        return QVector<LayerStatistic> {
            {QStringLiteral("output_mean"), QObject::tr("mean of the output"), outputNumbers, &CellMoments::mean,
                &P::activation_mean, nullptr},
            {QStringLiteral("output_std"), QObject::tr("std of the output"), outputNumbers, &CellMoments::std,
                &P::activation_std, &P::log10_activation_std},
            {QStringLiteral("output_rms"), QObject::tr("RMS of the output"), outputNumbers, &CellMoments::rms,
                &P::activation_rms, &P::log10_activation_rms},
            {QStringLiteral("preactivation_rms"), QObject::tr("RMS of the preactivation"), preactivationNumbers,
                &CellMoments::rms, &P::preactivation_rms, &P::log10_preactivation_rms},
            {QStringLiteral("gradient_rms"), QObject::tr("RMS of the gradient"), gradientNumbers, &CellMoments::rms,
                &P::gradient_rms, &P::log10_gradient_rms},
        };
    });
    return all;
}

const LayerStatistic& layerStatistic(const QString& key)
{
    return *std::find_if(
        layerStatistics().begin(), layerStatistics().end(), [&](const LayerStatistic& s) { return s.key == key; });
}

double measuredAt(const LayerStatistic& statistic, const CellLayer& layer, bool log)
{
    const CellNumbers* numbers = statistic.of(layer);
    if (!numbers)
        return nan;
    if (!log)
        return onLinear(numbers->value.*statistic.number);
    const double y = log10Of(statistic, numbers->value);
    return std::isinf(y) && y < 0 ? y : onScale(Scale::log10, y);   // zero is reported as zero, not as off the scale
}

/// Returns the logarithm even when it is off the scale.
static double log10Predicted(const LayerStatistic& statistic, const CellLayer& layer)
{
    const auto beyond = statistic.log10_theory ? layer.prediction.*statistic.log10_theory : std::nullopt;
    return beyond ? *beyond : std::log10(std::abs(*(layer.prediction.*statistic.theory)));
}

double predictedAt(const LayerStatistic& statistic, const CellLayer& layer, bool log)
{
    const auto& plain = layer.prediction.*statistic.theory;
    if (!plain)
        return nan;
    return log ? onScale(Scale::log10, log10Predicted(statistic, layer)) : onLinear(*plain);
}

LayerSpan spanAt(const LayerStatistic& statistic, const CellLayer& layer, bool log, double y)
{
    const CellNumbers* numbers = statistic.of(layer);
    if (!numbers || !numbers->sd || !std::isfinite(y))
        return {};
    const double sd = (*numbers->sd).*statistic.number;
    if (!log)
        return {y - sd, y + sd};
    const double share = sd / std::abs(numbers->value.*statistic.number);
    if (!std::isfinite(share))
        return {};
    // The same factor in both directions, since a span that reaches below zero cannot be drawn on a logarithmic axis.
    const double reach = std::log10(1 + share);
    return {y - reach, y + reach};
}

LayerReach::Seen LayerReach::include(const LayerStatistic& statistic, const CellLayer& layer, bool spanned)
{
    const CellNumbers* numbers = statistic.of(layer);
    if (!numbers)
        return Seen::missing;
    if (!log_ || numbers->value.log10_rms)
        return includeOnAxis(statistic, layer, spanned);
    const double size = std::abs(numbers->value.*statistic.number);
    if (size == 0)
        return Seen::zero;
    if (!std::isfinite(size))
        return Seen::beyond;
    const double share = spanned && numbers->sd ? (*numbers->sd).*statistic.number / size : 0;
    const double factor = 1 + (std::isfinite(share) ? share : 0);
    if (size * factor > std::numeric_limits<double>::max() || size / factor == 0)
        return includeOnAxis(statistic, layer, spanned);
    least_ = std::min(least_, size / factor);
    most_ = std::max(most_, size * factor);
    return Seen::drawn;
}

LayerReach::Seen LayerReach::includeOnAxis(const LayerStatistic& statistic, const CellLayer& layer, bool spanned)
{
    const double y = measuredAt(statistic, layer, log_);
    if (!std::isfinite(y))
        return log_ && y < 0 ? Seen::zero : Seen::beyond;
    include(y);
    if (spanned) {
        const LayerSpan span = spanAt(statistic, layer, log_, y);
        include(span.low);
        include(span.high);
    }
    return Seen::drawn;
}

void LayerReach::include(double y)
{
    if (std::isfinite(y))
        axis_ = axis_.united({y, y});
}

void LayerReach::include(const LayerReach& other)
{
    least_ = std::min(least_, other.least_);
    most_ = std::max(most_, other.most_);
    axis_ = axis_.united(other.axis_);
}

std::optional<Range> LayerReach::range() const
{
    Range all = axis_;
    if (most_ > 0)
        all = all.united({std::log10(least_), std::log10(most_)});
    return all.span() < 0 ? std::nullopt : std::optional(all);
}

void UndrawnReasons::include(LayerReach::Seen seen)
{
    zero = zero || seen == LayerReach::Seen::zero;
    beyond = beyond || seen == LayerReach::Seen::beyond;
    missing = missing || seen == LayerReach::Seen::missing;
}

void UndrawnLayers::add(std::size_t cell, const UndrawnReasons& reasons)
{
    if (reasons.zero)
        zero << cell;
    if (reasons.beyond)
        beyond << cell;
    if (reasons.missing)
        missing << cell;
}

void UndrawnLayers::addNotes(const GridResult& result, bool log, QStringList& notes) const
{
    const QString outside = log ? QObject::tr("outside the floating-point range") : QObject::tr("beyond a linear axis");
    for (const QString& note :
        {cellsNote(QObject::tr("zero"), result.grid, zero), cellsNote(outside, result.grid, beyond),
            cellsNote(QObject::tr("not measured"), result.grid, missing), partText(result)})
        if (!note.isEmpty())
            notes << note;
}

QString layerNumber(const LayerStatistic& statistic, const CellLayer& layer)
{
    const CellNumbers* numbers = statistic.of(layer);
    if (!numbers)
        return {};
    const CellMoments& value = numbers->value;
    QString text = statistic.is_rms() ? alignedLog10(log10_rms(value), false) : aligned(value.*statistic.number);
    if (numbers->sd && std::isfinite((*numbers->sd).*statistic.number) && !value.log10_rms)
        text += QStringLiteral(" ± ") + aligned((*numbers->sd).*statistic.number);
    const auto& theory = layer.prediction.*statistic.theory;
    if (!theory)
        return text;
    const bool plain = !statistic.log10_theory || !(layer.prediction.*statistic.log10_theory);
    return text
        + QObject::tr(" (theory %1)")
              .arg(plain ? aligned(*theory) : alignedLog10(log10Predicted(statistic, layer), false));
}

QString exactMeasured(const LayerStatistic& statistic, const CellLayer& layer)
{
    const CellNumbers* numbers = statistic.of(layer);
    if (!numbers)
        return {};
    if (statistic.is_rms() && numbers->value.log10_rms && std::isfinite(*numbers->value.log10_rms))
        return exactLog10(*numbers->value.log10_rms, false);
    return exactNumber(numbers->value.*statistic.number);
}

QString exactPredicted(const LayerStatistic& statistic, const CellLayer& layer)
{
    const auto& plain = layer.prediction.*statistic.theory;
    if (!plain)
        return {};
    const auto beyond = statistic.log10_theory ? layer.prediction.*statistic.log10_theory : std::nullopt;
    return beyond && std::isfinite(*beyond) ? exactLog10(*beyond, false) : exactNumber(*plain);
}

QString layerWord(const Grid& grid)
{
    const NetworkKind* kind = kindOfBase(grid);
    return translated(kind ? kind->unit() : stepzero::tr("layer"));
}

QString layerName(const Grid& grid, int layer)
{
    const NetworkKind* kind = kindOfBase(grid);
    return translated(kind ? kind->numbered_unit(layer) : stepzero::tr("layer %1", layer));
}

int deepest(const GridResult& result)
{
    std::size_t most = 1;
    for (const CellResult& cell : result.cells)
        most = std::max(most, cell.layers.size());
    for (const GridAxis& axis : result.grid.axes)
        if (axis.path == "network.depth")
            if (const auto numbers = axis_numbers(axis))
                most = std::max(most, std::size_t(*std::ranges::max_element(numbers->values)));
    return int(most);
}

}   // namespace stepzero
