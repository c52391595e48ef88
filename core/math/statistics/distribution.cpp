// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/distribution.h"

#include <limits>
#include <numeric>

namespace stepzero {

double Histogram::total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }

double Distribution::plain(double number) const
{
    const auto within_int = std::clamp<std::int64_t>(exponent, -100'000, 100'000);
    return exponent == 0 ? number : std::ldexp(number, int(within_int));
}

double Distribution::log10_of(double number) const
{
    constexpr double log10_of_2 = 0.30102999566398119521;
    return std::log10(std::abs(number)) + double(exponent) * log10_of_2;
}

Distribution affine(const Distribution& d, double scale, double shift)
{
    Distribution out = d;
    const auto map = [&](double x) { return scale * x + shift; };
    out.mean = map(d.mean);
    out.std = std::abs(scale) * d.std;
    out.rms = std::hypot(out.mean, out.std);
    out.min = map(scale < 0 ? d.max : d.min);
    out.max = map(scale < 0 ? d.min : d.max);
    out.histogram.low = out.min;
    out.histogram.high = out.max;
    if (scale < 0)
        std::reverse(out.histogram.counts.begin(), out.histogram.counts.end());
    if (scale == 0)
        out.histogram.counts.assign(1, d.histogram.total());
    for (std::size_t q = 0; q < d.quantiles.size(); ++q)
        out.quantiles[q] = map(d.quantiles[scale < 0 ? d.quantiles.size() - 1 - q : q]);
    return out;
}

Histogram rebinned(const Histogram& histogram, double low, double high, std::size_t bins)
{
    Histogram out {low, high, std::vector<double>(bins, 0.0)};
    const double from = histogram.bin_width(), to = out.bin_width();
    const auto index = [&](double x) {
        return to > 0 ? std::clamp<std::ptrdiff_t>(std::ptrdiff_t((x - low) / to), 0, std::ptrdiff_t(bins) - 1) : 0;
    };
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double count = histogram.counts[i];
        if (count == 0)
            continue;
        const double begin = histogram.low + double(i) * from, end = begin + from;
        const std::ptrdiff_t first = index(begin), last = index(end);
        for (std::ptrdiff_t k = first; k <= last; ++k) {
            if (first == last) {
                out.counts[std::size_t(k)] += count;
                break;
            }
            const double left = k == first ? begin : low + double(k) * to;
            const double right = k == last ? end : low + double(k + 1) * to;
            out.counts[std::size_t(k)] += count * std::max(0.0, right - left) / from;
        }
    }
    return out;
}

Histogram common_bins(const std::vector<const Histogram*>& all, std::size_t most)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Histogram bins {infinity, -infinity, {}};
    double width = infinity;
    for (const Histogram* h : all) {
        bins.low = std::min(bins.low, h->low);
        bins.high = std::max(bins.high, h->high);
        if (h->low < h->high)
            width = std::min(width, (h->high - h->low) / double(std::min(most, h->counts.size())));
    }
    if (!(bins.low < bins.high)) {
        const double margin = bins.low == 0 ? 0.01 : 0.01 * std::abs(bins.low);
        return {bins.low - margin, bins.high + margin, {0}};
    }
    constexpr double rounding = 1e-9;
    const double limit = 4 * double(most), span = bins.high - bins.low;
    const double wanted = std::isfinite(width) ? std::ceil(span / width * (1 - rounding)) : double(most);
    bins.counts.resize(std::size_t(std::clamp(wanted, 1.0, limit)));
    return bins;
}

namespace {

/// Returns whether the entries end abruptly, so that the density beyond the edge is reflected (Schuster 1985). At such
/// an edge the last bandwidth has about as many entries as the one before it. In a smooth tail it has few, since it
/// begins at the outermost entry.
bool is_hard_edge(const Histogram& h, double bandwidth, bool upper)
{
    constexpr double enough = 10, much = 0.5;
    const auto bins = std::max<std::size_t>(1, std::size_t(std::lround(bandwidth / h.bin_width())));
    if (2 * bins > h.counts.size())
        return false;
    double last = 0, before = 0;
    for (std::size_t i = 0; i < bins; ++i) {
        last += h.counts[upper ? h.counts.size() - 1 - i : i];
        before += h.counts[upper ? h.counts.size() - 1 - bins - i : bins + i];
    }
    return last >= enough && last > much * before && before > much * last;   // many more would be a point mass
}

}   // namespace

Curve density_estimate(const Distribution& distribution, int points)
{
    const Histogram& h = distribution.histogram;
    const double width = h.bin_width(), total = h.total();
    Curve curve;
    if (!(width > 0) || !(total > 0) || !(distribution.std > 0))
        return curve;
    const double bandwidth = std::max(width, distribution.std * std::pow(total, -0.2));
    const bool hard_low = is_hard_edge(h, bandwidth, false), hard_high = is_hard_edge(h, bandwidth, true);
    const double low = hard_low ? h.low : h.low - 3 * bandwidth, high = hard_high ? h.high : h.high + 3 * bandwidth;
    const double norm = 1 / (total * bandwidth * std::sqrt(2 * 3.14159265358979323846));
    for (int p = 0; p < points; ++p) {
        const double x = low + (high - low) * p / (points - 1);
        // Beyond five bandwidths, a bin contributes less than 4e-6 of its count.
        const auto bin = [&](double at) { return std::clamp((at - h.low) / width, 0.0, double(h.counts.size())); };
        const auto sum_at = [&](double at) {
            const auto first = std::size_t(bin(at - 5 * bandwidth));
            const auto last = std::size_t(std::ceil(bin(at + 5 * bandwidth)));
            double sum = 0;
            for (std::size_t i = first; i < last; ++i) {
                const double t = (at - h.bin_center(i)) / bandwidth;
                sum += h.counts[i] * std::exp(-0.5 * t * t);
            }
            return sum;
        };
        double sum = sum_at(x);
        if (hard_low)
            sum += sum_at(2 * h.low - x);
        if (hard_high)
            sum += sum_at(2 * h.high - x);
        curve.x.push_back(x);
        curve.y.push_back(sum * norm);
    }
    return curve;
}

}   // namespace stepzero
