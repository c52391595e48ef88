// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/memory_traces.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr double least_normal = 0x1p-126;   // smallest normal float32

/// Returns numbers between −1 and 1 with all bits of a double, identical on each call.
Eigen::ArrayXd page_weights()
{
    Eigen::ArrayXd weights(page_bytes);
    std::uint64_t state = 1;
    for (double& weight : weights) {
        state += 0x9E3779B97F4A7C15;
        std::uint64_t bits = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
        weight = double(std::int64_t(bits ^ bits >> 31)) * 0x1p-63;
    }
    return weights;
}

}   // namespace

double vast_from(ElementType type)
{
    if (type == ElementType::f32 || type == ElementType::bf16)
        return 1e30;
    return type == ElementType::f16 ? 1e4 : infinity;
}

void add_traces(MemoryTraces& traces, const std::vector<ValueBin>& bins, std::uint64_t zeros, ElementType type)
{
    const double vast = vast_from(type);
    std::uint64_t small = 0, large = 0;
    double low = vast, high = 0;   // range of the vast entries
    for (const ValueBin& bin : bins) {
        if (bin.low >= -least_normal && bin.high <= least_normal)
            small += bin.count;
        const double outer = std::max(-bin.low, bin.high), inner = std::max(-bin.high, bin.low);
        if (inner < vast)
            continue;
        large += bin.count;
        low = high == 0 ? inner : std::min(low, inner);
        high = std::max(high, outer);
    }
    if (type == ElementType::f32 || type == ElementType::bf16)
        traces.denormal += small - std::min(small, zeros);
    constexpr double one_number = 1.01;   // width of a bin
    traces.vast += high > one_number * low ? large : 0;
}

PageSums::PageSums(ElementType type)
{
    const ElementInfo& info = element_info(type);
    if (is_floating(type) && info.entries == 1)
        entries_ = page_bytes / info.bytes;
}

void PageSums::add(std::span<const double> numbers)
{
    static const Eigen::ArrayXd weights = page_weights();
    for (; entries_ > 0 && numbers.size() >= entries_; numbers = numbers.subspan(entries_)) {
        const Eigen::Map<const Eigen::ArrayXd> page(numbers.data(), Eigen::Index(entries_));
        ++pages_;
        const double sum = (page * weights.head(Eigen::Index(entries_))).sum();
        if (std::isfinite(sum) && page.minCoeff() < page.maxCoeff())
            sums_.push_back(sum);
    }
}

void PageSums::add_to(MemoryTraces& traces)
{
    std::sort(sums_.begin(), sums_.end());
    traces.pages += pages_;
    traces.repeated_pages
        += std::uint64_t(sums_.size()) - std::uint64_t(std::unique(sums_.begin(), sums_.end()) - sums_.begin());
}

}   // namespace stepzero
