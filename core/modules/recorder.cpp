// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/recorder.h"

#include <algorithm>

#include "core/math/linear/tiles.h"

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

Recorder::Counts counts_of(const Distribution& d)
{
    return {{.count = d.count, .mean = d.mean, .m2 = d.std * d.std * d.count, .min = d.min, .max = d.max}, d.histogram,
        d.exponent};
}

/// Rebins both histograms to the same range and adds them.
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

void DistributionRecorder::add(Counts& sum, Counts part)
{
    if (sum.moments.count == 0) {
        sum = std::move(part);
        return;
    }
    // A part that is zero fits any unit.
    const bool zero = sum.moments.largest_magnitude() == 0, more_zeros = part.moments.largest_magnitude() == 0;
    const std::int64_t unit = zero ? part.exponent : more_zeros ? sum.exponent : std::max(sum.exponent, part.exponent);
    for (Counts* each : {&sum, &part})
        if (each->exponent != unit) {
            const double factor = power_of_two(each->exponent - unit);
            each->moments.scale(factor);
            each->histogram.low *= factor;
            each->histogram.high *= factor;
            each->exponent = unit;
        }
    sum.moments.join(part.moments);
    sum.histogram = sum_of(sum.histogram, part.histogram, sum.moments.min, sum.moments.max);
}

void DistributionRecorder::value(const Site& site, const Signal& signal, const Context& context)
{
    if (signal.moments.count == 0)
        return;
    at(site);   // registers the site in order
    add(values_[site], {signal.moments, histogram_of(signal, context), signal.exponent});
}

void DistributionRecorder::gradient(const Site& site, const Signal& signal, const Context&)
{
    if (signal.moments.count == 0)
        return;
    at(site);
    add(gradients_[site], {signal.moments, {}, signal.exponent});   // no figure shows the histogram of a gradient
}

void DistributionRecorder::counted(const Site& site, Counts counts, bool gradient)
{
    at(site);
    add((gradient ? gradients_ : values_)[site], std::move(counts));
}

void DistributionRecorder::number(const Site& site, Quantity what, double number) { at(site).set(what, number); }

void DistributionRecorder::attention(const Site& site, const std::vector<AttentionHead>& heads)
{
    at(site).heads = heads;
}

void DistributionRecorder::experts(const Site& site, const std::vector<ExpertLoad>& loads) { at(site).experts = loads; }

void DistributionRecorder::attention_maps(const Site& site, std::vector<Tensor> maps)
{
    at(site).maps = std::move(maps);
}

void DistributionRecorder::parameter(const ParameterPlan& plan, const std::optional<Distribution>& distribution)
{
    BlockRecord& block = record_.at(std::size_t(plan.block));
    if (distribution && plan.expert > 0)
        add(experts_[{plan.block, plan.role}], counts_of(*distribution));
    if (distribution && !block.weight(plan.role))
        block.weights.emplace_back(plan.role, *distribution);
}

Record DistributionRecorder::record()
{
    const auto take = [](std::optional<Distribution>& to, Counts& sum) {
        to = make_distribution(sum.moments, sum.histogram, sum.exponent);
        sum = {};   // releases memory early; the sums of a deep network are as large as the record
    };
    for (auto& [site, sum] : values_)
        take(at(site).value, sum);
    for (auto& [site, sum] : gradients_)
        take(at(site).gradient, sum);
    for (auto& [site, sum] : experts_)
        for (auto& [role, entries] : record_.at(std::size_t(site.block)).weights)
            if (role == site.role)
                entries = make_distribution(sum.moments, sum.histogram, sum.exponent);
    return std::move(record_);
}

}   // namespace stepzero
