// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/resample.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

/// Returns the value that the fraction `share` of `values` does not exceed. Precondition: not empty.
double quantile(std::vector<double> values, double share)
{
    const auto n = std::ssize(values);
    const auto k = std::clamp<std::ptrdiff_t>(std::ptrdiff_t(share * double(n)), 0, n - 1);
    std::nth_element(values.begin(), values.begin() + k, values.end());
    return values[std::size_t(k)];
}

}   // namespace

double ValueAxis::at(const Distribution& d, double number) const
{
    if (!symlog)
        return d.plain(number);
    return number == 0 ? 0 : scale.at(d.log10_of(number), number < 0);
}

ValueAxis valueAxis(const std::vector<const Distribution*>& layers, std::optional<Scale> wish)
{
    std::vector<double> scales;   // log10 of each layer's largest magnitude
    for (const Distribution* d : layers) {
        const double reach = std::max(std::abs(d->quantiles.front()), std::abs(d->quantiles.back()));
        const double log10 = d->log10_of(reach > 0 ? reach : d->rms);
        if (std::isfinite(log10))
            scales.push_back(log10);
    }
    ValueAxis axis;
    if (scales.empty()) {   // a dead network: all values are zero
        axis.range = {-1, 1};
        return axis;
    }
    const double small = quantile(scales, 0.05), large = quantile(scales, 0.9);
    const double largest = *std::max_element(scales.begin(), scales.end());
    axis.symlog = wish ? wish == Scale::symlog : largest - small > 2;
    axis.scale.log10_threshold = std::floor(small - 1);

    bool negative = false, positive = false;
    for (const Distribution* d : layers) {
        negative = negative || d->min < 0;
        positive = positive || d->max > 0;
    }
    const double reach
        = axis.symlog ? axis.scale.at(largest + 0.05, false) : 1.15 * std::pow(10.0, std::clamp(large, -290.0, 190.0));
    axis.range = {negative ? -reach : -0.04 * reach, positive ? reach : 0.04 * reach};
    // Small tails on one side (ELU, GELU) do not need half of the picture.
    if (!axis.symlog && negative && positive) {
        double low = 0, high = 0;
        for (const Distribution* d : layers) {
            low = std::max(-reach, std::min(low, d->plain(d->quantiles.front())));
            high = std::min(reach, std::max(high, d->plain(d->quantiles.back())));
        }
        axis.range = {low - 0.08 * (high - low), high + 0.08 * (high - low)};
    }
    if (!(axis.range.span() > 0))
        axis.range = {-1, 1};
    return axis;
}

/// Layers mostly have the same exponent, so that the powers of a symlog axis are computed once.
const std::vector<double>& Resampler::endsInUnit(std::int64_t exponent)
{
    if (exponent_ == exponent)
        return ends_;
    exponent_ = exponent;
    const double width = axis_.range.span() / double(ends_.size() - 1);
    const int to_unit = int(std::clamp<std::int64_t>(-exponent, -3000, 3000));
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const double coordinate = axis_.range.low + double(i) * width;
        const auto magnitude = [&] {
            return std::pow(10.0, axis_.scale.log10_magnitude(coordinate) - double(exponent) * std::log10(2.0));
        };
        ends_[i] = axis_.symlog ? std::copysign(magnitude(), coordinate) : std::ldexp(coordinate, to_unit);
    }
    return ends_;
}

double Resampler::add(const Distribution& d, std::vector<double>& cells, double zeros)
{
    const Histogram& h = d.histogram;
    const double per = double(cells.size()) / axis_.range.span();
    const auto n = std::ssize(cells);
    double seen = 0;
    const auto position = [&](double number) { return (axis_.at(d, number) - axis_.range.low) * per; };
    const auto putAt = [&](double place, double count) {
        if (place >= 0 && place < double(n)) {
            cells[std::size_t(place)] += count;
            seen += count;
        }
    };
    if (h.counts.empty() || h.low == h.high) {
        const double at = position(d.mean);
        if (std::isfinite(at))
            putAt(at, h.counts.empty() ? d.count : h.total());
        return seen;
    }
    const std::vector<double>& ends = endsInUnit(d.exponent);
    std::size_t cell = 0;
    for (std::size_t i = 0; i < h.counts.size(); ++i) {
        const double low = h.low + double(i) * h.bin_width(), high = h.low + double(i + 1) * h.bin_width();
        double count = h.counts[i];
        if (zeros > 0 && low <= 0 && (high > 0 || i + 1 == h.counts.size())) {
            const double here = std::min(count, zeros);
            putAt(position(0), here);
            count -= here;
            zeros = 0;
        }
        if (!(count > 0))
            continue;
        if (!(low < high)) {   // narrower than rounding
            putAt(position(low), count);
            continue;
        }
        while (cell < cells.size() && ends[cell + 1] <= low)
            ++cell;
        for (std::size_t k = cell; k < cells.size() && ends[k] < high; ++k) {
            const double part = count * ((std::min(high, ends[k + 1]) - std::max(low, ends[k])) / (high - low));
            cells[k] += part;
            seen += part;
        }
    }
    return seen;
}

}   // namespace stepzero
