// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/describe.h"

#include <algorithm>
#include <vector>

#include "core/math/statistics/accumulate.h"

namespace stepzero {

Distribution describe(const float* entries, std::size_t n, const Context& context)
{
    constexpr std::size_t tile = 1 << 16;
    const std::size_t tiles = (n + tile - 1) / tile;
    const auto span_of = [&](std::size_t t) { return std::pair(entries + t * tile, std::min(tile, n - t * tile)); };

    std::vector<MomentAccumulator> moments(tiles);
    context.parallel(int(tiles), [&](int t) {
        const auto [begin, size] = span_of(std::size_t(t));
        moments[std::size_t(t)].add(begin, size);
    });
    Moments all;
    for (const MomentAccumulator& part : moments)
        all.join(part.moments());

    std::vector<HistogramAccumulator> histograms(tiles, HistogramAccumulator(all.min, all.max));
    context.parallel(int(tiles), [&](int t) {
        const auto [begin, size] = span_of(std::size_t(t));
        histograms[std::size_t(t)].add(begin, size);
    });
    HistogramAccumulator joined(all.min, all.max);
    for (const HistogramAccumulator& part : histograms)
        joined.join(part);
    return make_distribution(all, joined.histogram());
}

}   // namespace stepzero
