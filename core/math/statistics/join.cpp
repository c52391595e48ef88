// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/join.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace stepzero {

MeanAndSpread mean_and_spread(const std::vector<double>& numbers)
{
    const auto n = double(numbers.size());
    MeanAndSpread p;
    for (const double x : numbers)
        p.mean += x / n;
    if (std::isinf(p.mean)) {   // some numbers left every range, so their scatter does too
        p.sd = n > 1 ? std::numeric_limits<double>::infinity() : 0;
        return p;
    }
    double m2 = 0;
    for (const double x : numbers)
        m2 += (x - p.mean) * (x - p.mean);
    p.sd = n > 1 ? std::sqrt(m2 / (n - 1)) : 0;
    return p;
}

std::pair<Distribution, Distribution> joined(const std::vector<const Distribution*>& all)
{
    Distribution mean, sd;
    mean.exponent = std::numeric_limits<std::int64_t>::min();
    for (const Distribution* d : all)
        mean.exponent = std::max(mean.exponent, d->rms > 0 ? d->exponent : mean.exponent);
    if (mean.exponent == std::numeric_limits<std::int64_t>::min())
        mean.exponent = 0;   // zero in every replica
    sd.exponent = mean.exponent;
    // A replica far below the others counts as zero; a signal lost above every range stays infinite.
    const auto in_unit = [&](double number, const Distribution& d) {
        const auto shift = int(std::clamp<std::int64_t>(d.exponent - mean.exponent, -2200, 0));
        return std::ldexp(number, shift);
    };
    auto join = [&, numbers = std::vector<double>(all.size())](auto&& number) mutable {
        for (std::size_t r = 0; r < all.size(); ++r)
            numbers[r] = in_unit(number(*all[r]), *all[r]);
        return mean_and_spread(numbers);
    };
    const std::array<double Distribution::*, 5> fields {
        &Distribution::mean, &Distribution::std, &Distribution::rms, &Distribution::min, &Distribution::max};
    for (const auto field : fields) {
        const MeanAndSpread p = join([&](const Distribution& d) { return d.*field; });
        mean.*field = p.mean;
        sd.*field = p.sd;
    }
    for (std::size_t q = 0; q < quantile_levels.size(); ++q) {
        const MeanAndSpread p = join([&](const Distribution& d) { return d.quantiles[q]; });
        mean.quantiles[q] = p.mean;
        sd.quantiles[q] = p.sd;
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    std::size_t bins = 1;
    for (const Distribution* d : all) {
        mean.count += d->count;
        low = std::min(low, in_unit(d->histogram.low, *d));
        high = std::max(high, in_unit(d->histogram.high, *d));
        bins = std::max(bins, d->histogram.counts.size());
    }
    sd.count = double(all.size());
    mean.histogram = Histogram {low, high, std::vector<double>(bins, 0.0)};
    for (const Distribution* d : all) {
        Histogram scaled = d->histogram;
        scaled.low = in_unit(scaled.low, *d);
        scaled.high = in_unit(scaled.high, *d);
        const Histogram part = rebinned(scaled, low, high, bins);
        for (std::size_t i = 0; i < bins; ++i)
            mean.histogram.counts[i] += part.counts[i];
    }
    return {std::move(mean), std::move(sd)};
}

}   // namespace stepzero
