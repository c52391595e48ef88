// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/block_data.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/base/words/off_scale.h"
#include "core/kinds/kinds.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

double onAxis(double y, bool logarithmic) { return onScale(logarithmic ? Scale::log10 : Scale::linear, y); }
}   // namespace

int BlockSource::blockOf(int place) const { return (place + perBlock() - 1) / perBlock(); }

const StepInfo& BlockSource::stepOf(int place) const { return steps()[std::size_t(place - 1) % steps().size()]; }

double BlockSource::xOf(int place) const { return place / double(perBlock()); }

int BlockSource::placeAt(double x) const { return int(std::lround(std::clamp(x * perBlock(), 0.0, places() - 1.0))); }

QString BlockSource::nameOf(int place) const
{
    if (place == 0)
        return QObject::tr("input");
    const QString block = translated(plan->kind->numbered_unit(blockOf(place)));
    return steps().size() < 2 ? block : joinedText({block, translated(stepOf(place).label)}, ", ");
}

Site BlockSource::siteOf(int place, const char* what) const { return {blockOf(place), stepOf(place).word + what}; }

Site BlockSource::streamSite(int place) const
{
    return place == 0     ? Site {0, plan->reading.start}
        : steps().empty() ? Site {place, plan->reading.output}
                          : siteOf(place, "_stream");
}

Site BlockSource::gradientSite(int place) const
{
    return steps().empty() && place > 0 ? Site {place, plan->reading.gradient} : streamSite(place);
}

const Distribution* BlockSource::distribution(const Site& site, Quantity size) const
{
    return measurement->block(site.block).distribution(site.role, size);
}

const Distribution* BlockSource::spread(const Site& site, Quantity size) const
{
    return measurement->spread_of(site.block).distribution(site.role, size);
}

double BlockSource::measured(const Site& site, Quantity quantity) const
{
    return measurement->block(site.block).shown(site.role, quantity).value_or(nan);
}

double BlockSource::deviation(const Site& site, Quantity quantity) const
{
    return measurement->spread_of(site.block).number(site.role, quantity).value_or(nan);
}

const Predicted* BlockSource::theory(const Site& site, Quantity quantity) const
{
    return prediction->block(site.block).find(site.role, quantity);
}

double BlockSource::predicted(const Site& site, Quantity quantity) const
{
    return prediction->block(site.block).shown(site.role, quantity).value_or(nan);
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
    return onAxis(logarithmic ? log10 : std::pow(10.0, log10), logarithmic);
}

double axisValue(const Distribution& d, double number, bool logarithmic)
{
    return onAxis(logarithmic ? d.log10_of(number) : d.plain(number), logarithmic);
}

double axisValue(const Predicted& p, bool logarithmic)
{
    return p.ln ? axisValue(*p.log10(), logarithmic)
                : onAxis(logarithmic ? std::log10(std::abs(p.value)) : p.value, logarithmic);
}

Range replicaBand(const Distribution& mean, const Distribution& spread, double Distribution::*number, bool logarithmic)
{
    const double y = axisValue(mean, mean.*number, logarithmic);
    if (std::isnan(y))
        return {nan, nan};
    if (!logarithmic) {
        const double sd = spread.plain(spread.*number);
        return {y - sd, y + sd};
    }
    const double ratio = std::pow(10.0, spread.log10_of(spread.*number) - mean.log10_of(mean.*number));
    // A band that reaches zero is drawn three decades deep.
    return {ratio < 0.999 ? y + std::log10(1 - ratio) : y - 3, y + std::log10(1 + ratio)};
}

QString relativeText(double log10_a, double log10_b)
{
    const double decades = std::abs(log10_a - log10_b);
    if (is_off_scale(decades))
        return alignedLog10(decades, false);
    if (decades > std::log10(2.0))
        return QStringLiteral("a factor of ") + alignedLog10(decades, false, decades < 2 ? 2 : 3);
    const double percent = 100 * std::abs(std::pow(10.0, log10_a - log10_b) - 1);
    return QString::number(percent, 'f', percent < 9.95 ? 1 : 0) + QStringLiteral("%");
}

QString exactPower(double log10)
{
    if (std::isnan(log10))
        return {};
    if (std::isinf(log10))
        return exactNumber(log10 < 0 ? 0 : log10);
    return std::abs(log10) < 300 ? exactNumber(std::pow(10.0, log10)) : exactLog10(log10, false);
}

}   // namespace stepzero
