// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/accumulate.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

void Moments::join(const Moments& other)
{
    if (other.count == 0)
        return;
    const double total = count + other.count;
    const double delta = other.mean - mean;
    mean += delta * (other.count / total);
    m2 += other.m2 + delta * delta * (count * other.count / total);
    count = total;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
}

void Moments::scale(double factor)
{
    mean *= factor;
    m2 *= factor * factor;
    min *= factor;
    max *= factor;
}

double Moments::largest_magnitude() const { return count == 0 ? 0 : std::max(std::abs(min), std::abs(max)); }

Moments joined_moments(const std::vector<Moments>& parts)
{
    Moments all;
    for (const Moments& part : parts)
        all.join(part);
    return all;
}

void MomentAccumulator::add(const float* numbers, std::size_t n)
{
    if (n == 0)
        return;
    if (count_ == 0) {
        shift_ = numbers[0];
        min_.fill(numbers[0]);
        max_.fill(numbers[0]);
    }
    count_ += double(n);
    // Local copies: the compiler cannot know that `numbers` is not part of this object, and would not keep the lanes in
    // registers.
    const double shift = shift_;
    auto sum = sum_, square = square_;
    auto min = min_, max = max_;
    const auto take = [&](std::size_t lane, float number) {
        const double d = double(number) - shift;
        sum[lane] += d;
        square[lane] += d * d;
        min[lane] = number < min[lane] ? number : min[lane];
        max[lane] = number > max[lane] ? number : max[lane];
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            take(lane, numbers[i + lane]);
    for (std::size_t lane = 0; i < n; ++i, ++lane)
        take(lane, numbers[i]);
    sum_ = sum;
    square_ = square;
    min_ = min;
    max_ = max;
}

Moments MomentAccumulator::moments() const
{
    Moments m;
    if (count_ == 0)
        return m;
    double sum = 0, square = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        sum += sum_[lane];
        square += square_[lane];
    }
    m.count = count_;
    m.mean = shift_ + sum / count_;
    m.m2 = std::max(0.0, square - sum * (sum / count_));
    m.min = *std::min_element(min_.begin(), min_.end());
    m.max = *std::max_element(max_.begin(), max_.end());
    return m;
}

HistogramAccumulator::HistogramAccumulator(double low, double high) : low_(low), high_(high), offset_(float(low))
{
    const double width = high - low;
    scale_ = width > 0 ? float(double(bins) / width) : 0;
    if (!std::isfinite(scale_))
        scale_ = 0;
}

void HistogramAccumulator::add(const float* numbers, std::size_t n)
{
    constexpr std::size_t block = 128;   // computes the indices of a block first, vectorized, then increments
    std::array<std::int32_t, block> index;
    const float offset = offset_, scale = scale_;
    const auto bin = [=](float number) {
        const float position = (number - offset) * scale;
        return std::int32_t(position > 0 ? std::min(position, float(bins - 1)) : 0.0F);   // also maps NaN to 0
    };
    std::size_t i = 0;
    for (; i + block <= n; i += block) {
        for (std::size_t k = 0; k < block; ++k)
            index[k] = bin(numbers[i + k]);
        for (std::size_t k = 0; k < block; ++k)
            ++counts_[k % tables][std::size_t(index[k])];
    }
    for (; i < n; ++i)
        ++counts_[0][std::size_t(bin(numbers[i]))];
}

void HistogramAccumulator::join(const HistogramAccumulator& other)
{
    for (std::size_t table = 0; table < tables; ++table)
        for (std::size_t i = 0; i < bins; ++i)
            counts_[table][i] += other.counts_[table][i];
}

Histogram HistogramAccumulator::histogram() const
{
    Histogram h {low_, high_, std::vector<double>(bins, 0.0)};
    for (const auto& table : counts_)
        for (std::size_t i = 0; i < bins; ++i)
            h.counts[i] += double(table[i]);
    if (h.low == h.high) {   // all numbers are equal and fall into one bin
        const double total = h.total();
        h.counts.assign(1, total);
    }
    return h;
}

Distribution make_distribution(const Moments& moments, const Histogram& histogram, std::int64_t exponent)
{
    Distribution d;
    d.count = moments.count;
    d.exponent = exponent;
    if (moments.count == 0)
        return d;
    const double variance = moments.m2 / moments.count;
    d.mean = moments.mean;
    d.std = std::sqrt(variance);
    d.rms = std::sqrt(variance + moments.mean * moments.mean);
    d.min = moments.min;
    d.max = moments.max;
    d.histogram = histogram;
    const double total = histogram.total();
    std::size_t bin = 0;
    double below = 0;
    for (std::size_t q = 0; q < quantile_levels.size(); ++q) {
        const double wanted = quantile_levels[q] * total;
        while (bin + 1 < histogram.counts.size() && below + histogram.counts[bin] < wanted)
            below += histogram.counts[bin++];
        const double inside
            = histogram.counts.empty() || histogram.counts[bin] == 0 ? 0 : (wanted - below) / histogram.counts[bin];
        d.quantiles[q] = histogram.low + (double(bin) + inside) * histogram.bin_width();
    }
    return d;
}

}   // namespace stepzero
