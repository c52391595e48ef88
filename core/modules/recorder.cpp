// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/recorder.h"

#include <algorithm>
#include <cmath>

#include "core/linear/tiles.h"

namespace stepzero {

namespace {

constexpr Eigen::Index tile = 1 << 15;

/// One accumulator a tile of the tensor's numbers.
template <class Accumulator>
std::vector<Accumulator> accumulated(const Tensor& tensor, const Accumulator& empty, const Context& context)
{
    std::vector<Accumulator> parts(std::size_t((tensor.size() + tile - 1) / tile), empty);
    for_tiles(tensor.size(), tile, 10.0 * double(tensor.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        parts[std::size_t(first / tile)].add(tensor.data() + first, std::size_t(count));
    });
    return parts;
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

void DistributionRecorder::add(
    Sums& sums, const Site& site, const Tensor& tensor, const Context& context, bool gradient)
{
    if (tensor.size() == 0)
        return;
    Moments moments;
    for (const MomentAccumulator& part : accumulated(tensor, MomentAccumulator(), context))
        moments.join(part.moments());
    // An infinity or a NaN reaches the sum of squares, which finite floats cannot overflow.
    if (!std::isfinite(moments.m2) || !std::isfinite(moments.mean)) {
        lost_ = NotFinite {site, gradient};
        throw NotFinite {site, gradient};
    }
    at(site);   // its place in the order
    Sum& sum = sums[site];
    Histogram histogram;
    if (!gradient) {   // nobody looks at the histogram of a gradient
        HistogramAccumulator counts(moments.min, moments.max);
        for (const HistogramAccumulator& part : accumulated(tensor, counts, context))
            counts.join(part);
        histogram = counts.histogram();
    }
    if (sum.moments.count == 0) {
        sum = {moments, histogram};
        return;
    }
    sum.moments.join(moments);
    if (!gradient)
        sum.histogram = sum_of(sum.histogram, histogram, sum.moments.min, sum.moments.max);
}

void DistributionRecorder::value(const Site& site, const Tensor& tensor, const Context& context)
{
    add(values_, site, tensor, context, false);
}

void DistributionRecorder::gradient(const Site& site, const Tensor& tensor, const Context& context)
{
    add(gradients_, site, tensor, context, true);
}

void DistributionRecorder::number(const Site& site, Quantity what, double number) { at(site).set(what, number); }

void DistributionRecorder::attention(const Site& site, const std::vector<AttentionHead>& heads)
{
    for (const AttentionHead& head : heads)
        if (!std::isfinite(head.logit_mean) || !std::isfinite(head.logit_std) || !std::isfinite(head.entropy)) {
            lost_ = NotFinite {site, false};
            throw NotFinite {site, false};
        }
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

Record DistributionRecorder::record() const
{
    Record all = record_;
    const auto at = [&](const Site& site) -> SiteRecord& { return all[std::size_t(site.block)].at(site.role); };
    for (const auto& [site, sum] : values_)
        at(site).value = make_distribution(sum.moments, sum.histogram);
    for (const auto& [site, sum] : gradients_)
        at(site).gradient = make_distribution(sum.moments, sum.histogram);
    return all;
}

}   // namespace stepzero
