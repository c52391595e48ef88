// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/recorder.h"

#include <algorithm>

#include "core/linear/tiles.h"

namespace stepzero {

namespace {

Histogram histogram_of(const Signal& signal, const Context& context)
{
    constexpr Eigen::Index tile = 1 << 15;
    const Tensor& numbers = signal.numbers;
    HistogramAccumulator all(signal.moments.min, signal.moments.max);
    std::vector<HistogramAccumulator> parts(std::size_t((numbers.size() + tile - 1) / tile), all);
    for_tiles(
        numbers.size(), tile, 10.0 * double(numbers.size()), context, [&](Eigen::Index first, Eigen::Index count) {
            parts[std::size_t(first / tile)].add(numbers.data() + first, std::size_t(count));
        });
    for (const HistogramAccumulator& part : parts)
        all.join(part);
    return all.histogram();
}

/// Both over the same range afterwards, then added.
Histogram sum_of(const Histogram& a, const Histogram& b, double low, double high)
{
    const std::size_t bins = std::max(a.counts.size(), b.counts.size());
    const auto fitted = [&](const Histogram& h) {
        return h.low == low && h.high == high && h.counts.size() == bins ? h : rebinned(h, low, high, bins);
    };
    Histogram sum = fitted(a);
    const Histogram other = fitted(b);
    for (std::size_t i = 0; i < bins; ++i)
        sum.counts[i] += other.counts[i];
    return sum;
}

}   // namespace

DistributionRecorder::DistributionRecorder(int blocks, int maps) : record_(std::size_t(blocks) + 1)
{
    constexpr double most_bytes = 64e6;
    if (maps <= 0)
        return;
    map_cells_ = 128;
    while (map_cells_ > 1 && double(maps) * map_cells_ * map_cells_ * sizeof(float) > most_bytes)
        map_cells_ /= 2;
}

void DistributionRecorder::add(Sum& sum, const Signal& signal, Histogram histogram)
{
    const bool first = sum.moments.count == 0;
    sum.exponent = signal.exponent;
    sum.moments.join(signal.moments);
    sum.histogram = first ? std::move(histogram) : sum_of(sum.histogram, histogram, sum.moments.min, sum.moments.max);
}

void DistributionRecorder::value(const Site& site, const Signal& signal, const Context& context)
{
    if (signal.moments.count == 0)
        return;
    at(site);   // its place in the order
    add(values_[site], signal, histogram_of(signal, context));
}

void DistributionRecorder::gradient(const Site& site, const Signal& signal, const Context&)
{
    if (signal.moments.count == 0)
        return;
    at(site);
    add(gradients_[site], signal, {});   // nobody looks at its histogram
}

void DistributionRecorder::counted(const Site& site, Distribution distribution, bool gradient)
{
    SiteRecord& record = at(site);
    (gradient ? record.gradient : record.value) = std::move(distribution);
}

void DistributionRecorder::number(const Site& site, Quantity what, double number) { at(site).set(what, number); }

void DistributionRecorder::attention(const Site& site, const std::vector<AttentionHead>& heads)
{
    at(site).heads = heads;
}

void DistributionRecorder::attention_maps(const Site& site, std::vector<Tensor> maps)
{
    at(site).maps = std::move(maps);
}

void DistributionRecorder::parameter(const ParameterPlan& plan, const std::optional<Distribution>& distribution)
{
    BlockRecord& block = record_.at(std::size_t(plan.block));
    if (distribution && !block.weight(plan.role))
        block.weights.emplace_back(plan.role, *distribution);
}

Record DistributionRecorder::record()
{
    for (const auto& [site, sum] : values_)
        at(site).value = make_distribution(sum.moments, sum.histogram, sum.exponent);
    for (const auto& [site, sum] : gradients_)
        at(site).gradient = make_distribution(sum.moments, sum.histogram, sum.exponent);
    return std::move(record_);
}

}   // namespace stepzero
