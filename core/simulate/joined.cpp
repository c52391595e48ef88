// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/simulate/replica.h"

namespace stepzero {

namespace {

/// Mean and standard deviation (n − 1) of n numbers that may have been followed out of double's range.
struct Pair {
    double mean = 0, sd = 0;
};

Pair pair_of(const std::vector<double>& numbers)
{
    const auto n = double(numbers.size());
    Pair p;
    for (const double x : numbers)
        p.mean += x / n;
    double m2 = 0;
    for (const double x : numbers)
        m2 += (x - p.mean) * (x - p.mean);
    p.sd = n > 1 ? std::sqrt(m2 / (n - 1)) : 0;
    return p;
}

/// Joins one Distribution of every replica. `get` finds it in a replica.
template <class Get>
std::pair<Distribution, Distribution> join_distributions(const std::vector<Measurement>& replicas, const Get& get)
{
    std::vector<const Distribution*> all;
    for (const Measurement& replica : replicas)
        all.push_back(&get(replica));
    Distribution mean, sd;
    mean.exponent = std::numeric_limits<std::int64_t>::min();
    for (const Distribution* d : all)
        mean.exponent = std::max(mean.exponent, d->rms > 0 ? d->exponent : mean.exponent);
    if (mean.exponent == std::numeric_limits<std::int64_t>::min())
        mean.exponent = 0;   // zero in every replica
    sd.exponent = mean.exponent;
    const auto unit = [&](const Distribution& d) {
        return std::ldexp(1.0, int(std::clamp<std::int64_t>(d.exponent - mean.exponent, -2000, 0)));
    };
    const auto join = [&](auto&& number) {
        std::vector<double> numbers;
        for (const Distribution* d : all)
            numbers.push_back(number(*d) * unit(*d));
        return pair_of(numbers);
    };
    const std::array<double Distribution::*, 5> fields {
        &Distribution::mean, &Distribution::std, &Distribution::rms, &Distribution::min, &Distribution::max};
    for (const auto field : fields) {
        const Pair p = join([&](const Distribution& d) { return d.*field; });
        mean.*field = p.mean;
        sd.*field = p.sd;
    }
    for (std::size_t q = 0; q < quantile_levels.size(); ++q) {
        const Pair p = join([&](const Distribution& d) { return d.quantiles[q]; });
        mean.quantiles[q] = p.mean;
        sd.quantiles[q] = p.sd;
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    std::size_t bins = 1;
    for (const Distribution* d : all) {
        mean.count += d->count;
        low = std::min(low, d->histogram.low * unit(*d));
        high = std::max(high, d->histogram.high * unit(*d));
        bins = std::max(bins, d->histogram.counts.size());
    }
    sd.count = double(all.size());
    mean.histogram = Histogram {low, high, std::vector<double>(bins, 0.0)};
    for (const Distribution* d : all) {
        Histogram scaled = d->histogram;
        scaled.low *= unit(*d);
        scaled.high *= unit(*d);
        const Histogram part = rebinned(scaled, low, high, bins);
        for (std::size_t i = 0; i < bins; ++i)
            mean.histogram.counts[i] += part.counts[i];
    }
    return {mean, sd};
}

}   // namespace

Measurement joined(std::vector<Measurement> replicas)
{
    if (replicas.size() == 1)
        return std::move(replicas.front());
    Measurement out = replicas.front();
    out.replicas = int(replicas.size());
    out.input = join_distributions(
        replicas, [](const Measurement& m) -> auto& {
            return m.input;
        }).first;
    out.spread.resize(out.layers.size());
    out.remarks.clear();
    for (std::size_t r = 0; r < replicas.size(); ++r)
        for (Remark remark : replicas[r].remarks) {
            remark.text += " (replica " + std::to_string(r) + ")";
            out.remarks.push_back(remark);
        }
    for (std::size_t l = 0; l < out.layers.size(); ++l) {
        LayerMeasurement &mean = out.layers[l], &sd = out.spread[l];
        const std::array<Distribution LayerMeasurement::*, 3> tensors {
            &LayerMeasurement::weight, &LayerMeasurement::preactivation, &LayerMeasurement::output};
        for (const auto tensor : tensors)
            std::tie(mean.*tensor, sd.*tensor) = join_distributions(
                replicas, [&](const Measurement& m) -> auto& { return m.layers[l].*tensor; });
        const bool everywhere = std::all_of(
            replicas.begin(), replicas.end(), [&](const Measurement& m) { return m.layers[l].gradient.has_value(); });
        mean.gradient.reset();
        if (everywhere)
            std::tie(mean.gradient.emplace(), sd.gradient.emplace()) = join_distributions(
                replicas, [&](const Measurement& m) -> auto& { return *m.layers[l].gradient; });
        std::vector<double> decorrelations;
        for (const Measurement& m : replicas)
            if (const auto& d = m.layers[l].decorrelation)
                decorrelations.push_back(*d);
        mean.decorrelation.reset();
        if (decorrelations.size() == replicas.size()) {
            const Pair p = pair_of(decorrelations);
            mean.decorrelation = p.mean;
            sd.decorrelation = p.sd;
        }
        const std::array<double LayerMeasurement::*, 3> fractions {
            &LayerMeasurement::zero_fraction, &LayerMeasurement::saturated_fraction, &LayerMeasurement::dead_fraction};
        for (const auto fraction : fractions) {
            std::vector<double> numbers;
            for (const Measurement& m : replicas)
                numbers.push_back(m.layers[l].*fraction);
            const Pair p = pair_of(numbers);
            mean.*fraction = p.mean;
            sd.*fraction = p.sd;
        }
    }
    return out;
}

}   // namespace stepzero
