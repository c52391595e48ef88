// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/block_data.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/figures/frame/layer_text.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
}

int BlockSource::blockOf(int place) const
{
    const int n = int(steps->size());
    return (place + n - 1) / n;
}

const StepInfo& BlockSource::stepOf(int place) const { return (*steps)[std::size_t(place - 1) % steps->size()]; }

double BlockSource::xOf(int place) const { return place / double(steps->size()); }

int BlockSource::placeAt(double x) const
{
    return int(std::lround(std::clamp(x * double(steps->size()), 0.0, places() - 1.0)));
}

QString BlockSource::nameOf(int place) const
{
    if (place == 0)
        return QStringLiteral("input");
    const QString block = QStringLiteral("block %1").arg(blockOf(place));
    return steps->size() == 1 ? block : block + QStringLiteral(", ") + QString::fromStdString(stepOf(place).label);
}

Site BlockSource::siteOf(int place, const char* what) const { return {blockOf(place), stepOf(place).word + what}; }

Site BlockSource::streamSite(int place) const
{
    if (place > 0)
        return siteOf(place, "_stream");
    for (const char* role : {"input", "embedding_norm"})
        if (recording->values.contains({0, role}))
            return {0, role};
    return {0, "embedding"};
}

const StepPrediction* BlockSource::predicted(int place) const
{
    return place > 0 && std::size_t(place) <= prediction->steps.size() ? &prediction->steps[std::size_t(place - 1)]
                                                                       : nullptr;
}

BlockSource blockSource(const Study& study)
{
    const Measurement& m = *study.measurement;
    return {depth(study.experiment.network), &study.blocks->steps, m.recording.get(), m.recording_spread.get(),
        &study.blocks->prediction};
}

int blockNear(const Study& study, double x)
{
    const BlockSource source = blockSource(study);
    return std::max(1, source.blockOf(source.placeAt(x)));
}

BlockSource blockSource(const ComparedVariant& variant, const std::vector<StepInfo>& steps)
{
    const Measurement& m = *variant.measurement;
    return {
        depth(variant.experiment.network), &steps, m.recording.get(), m.recording_spread.get(), &variant.prediction};
}

const Distribution* distributionAt(const std::map<Site, Distribution>& all, const Site& site)
{
    const auto found = all.find(site);
    return found == all.end() ? nullptr : &found->second;
}

double log10RmsAt(const std::map<Site, Distribution>& all, const Site& site)
{
    const Distribution* d = distributionAt(all, site);
    return d ? d->log10_of(d->rms) : nan;
}

double scalarAt(const Recording& recording, const Site& site, Scalar what)
{
    const auto found = recording.scalars.find({site, what});
    return found == recording.scalars.end() ? nan : found->second;
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
