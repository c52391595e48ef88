// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/block_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figures/frame/number_text.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
}

int BlockSource::blockOf(int place) const
{
    const int n = int(steps().size());
    return (place + n - 1) / n;
}

const StepInfo& BlockSource::stepOf(int place) const { return steps()[std::size_t(place - 1) % steps().size()]; }

double BlockSource::xOf(int place) const { return place / double(steps().size()); }

int BlockSource::placeAt(double x) const
{
    return int(std::lround(std::clamp(x * double(steps().size()), 0.0, places() - 1.0)));
}

QString BlockSource::nameOf(int place) const
{
    if (place == 0)
        return QStringLiteral("input");
    const QString block = QStringLiteral("block %1").arg(blockOf(place));
    return steps().size() == 1 ? block : block + QStringLiteral(", ") + QString::fromStdString(stepOf(place).label);
}

Site BlockSource::siteOf(int place, const char* what) const { return {blockOf(place), stepOf(place).word + what}; }

Site BlockSource::streamSite(int place) const
{
    return place > 0 ? siteOf(place, "_stream") : Site {0, plan->reading.start};
}

const Distribution* BlockSource::distribution(const Site& site, Quantity size) const
{
    const BlockRecord& block = measurement->block(site.block);
    return size == Quantity::gradient_rms ? block.gradient(site.role) : block.value(site.role);
}

const Distribution* BlockSource::spread(const Site& site, Quantity size) const
{
    const BlockRecord* block = measurement->spread_of(site.block);
    return !block ? nullptr : size == Quantity::gradient_rms ? block->gradient(site.role) : block->value(site.role);
}

double BlockSource::measured(const Site& site, Quantity quantity) const
{
    if (quantity == Quantity::rms || quantity == Quantity::gradient_rms) {
        const Distribution* d = distribution(site, quantity);
        return d && d->count > 0 ? d->log10_of(d->rms) : nan;   // a count of 0: the signal was lost before
    }
    return measurement->block(site.block).number(site.role, quantity).value_or(nan);
}

double BlockSource::deviation(const Site& site, Quantity quantity) const
{
    const BlockRecord* block = measurement->spread_of(site.block);
    return block ? block->number(site.role, quantity).value_or(nan) : nan;
}

double BlockSource::predicted(const Site& site, Quantity quantity) const
{
    const Predicted* p = prediction->block(site.block).find(site.role, quantity);
    return p ? p->log10.value_or(p->value) : nan;
}

const std::vector<AttentionHead>& BlockSource::heads(int place) const
{
    static const std::vector<AttentionHead> none;
    const SiteRecord* site = place > 0 ? measurement->block(blockOf(place)).find(stepOf(place).word) : nullptr;
    return site ? site->heads : none;
}

const AttentionPrediction* BlockSource::predictedAttention(int place) const
{
    const SitePrediction* site = place > 0 ? prediction->block(blockOf(place)).find(stepOf(place).word) : nullptr;
    return site && site->attention ? &*site->attention : nullptr;
}

BlockSource blockSource(const Study& study)
{
    return {study.plan.get(), study.measurement.get(), study.prediction.get()};
}

BlockSource blockSource(const ComparedVariant& variant)
{
    return {variant.plan.get(), variant.measurement.get(), variant.prediction.get()};
}

int blockNear(const Study& study, double x)
{
    const BlockSource source = blockSource(study);
    return std::max(1, source.blockOf(source.placeAt(x)));
}

double axisValue(double log10, bool logarithmic)
{
    constexpr double most_linear = 1e200;   // QCustomPlot's axes end at 1e250
    const double y = logarithmic ? log10 : std::pow(10.0, log10);
    return std::isfinite(y) && std::abs(y) < most_linear ? y : nan;
}

QString blockWhereText(const QString& subject, const QString& state, const std::vector<bool>& is)
{
    QString tail = whereText({}, state, is);
    return tail.isEmpty() ? tail : subject + tail.replace(QStringLiteral("layer"), QStringLiteral("block"));
}

QString relativeText(double log10_a, double log10_b)
{
    const double decades = std::abs(log10_a - log10_b);
    if (decades > std::log10(2.0))
        return QStringLiteral("a factor of ") + alignedLog10(decades, false, decades < 2 ? 2 : 3);
    const double percent = 100 * std::abs(std::pow(10.0, log10_a - log10_b) - 1);
    return QString::number(percent, 'f', percent < 9.95 ? 1 : 0) + QStringLiteral(" %");
}

QString exactPower(double log10)
{
    if (std::isnan(log10))
        return {};
    if (std::isinf(log10))
        return log10 < 0 ? QStringLiteral("0") : QStringLiteral("inf");
    return std::abs(log10) < 300 ? exactNumber(std::pow(10.0, log10)) : exactLog10(log10, false);
}

}   // namespace stepzero
