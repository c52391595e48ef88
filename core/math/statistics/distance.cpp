// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/distance.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepzero {

namespace {

/// Interpolates between the points before index i and at it.
double interpolated(const Curve& f, std::size_t i, double x)
{
    if (i == 0)
        return 0;
    return i == f.x.size() ? f.y.back() : std::lerp(f.y[i - 1], f.y[i], (x - f.x[i - 1]) / (f.x[i] - f.x[i - 1]));
}

/// Returns the limits of a distribution function at x from the right and from the left.
double limit_after(const Curve& f, double x)
{
    return interpolated(f, std::size_t(std::ranges::upper_bound(f.x, x) - f.x.begin()), x);
}
double limit_before(const Curve& f, double x)
{
    return interpolated(f, std::size_t(std::ranges::lower_bound(f.x, x) - f.x.begin()), x);
}

}   // namespace

Curve distribution_function(const Histogram& histogram)
{
    const double total = histogram.total();
    Curve f {{histogram.low}, {0}};
    double below = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        below += histogram.counts[i];
        f.x.push_back(histogram.low + double(i + 1) * histogram.bin_width());
        f.y.push_back(below / total);
    }
    return f;
}

Curve distribution_function(std::vector<double> sample)
{
    std::ranges::sort(sample);
    const double n = double(sample.size());
    Curve f;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        f.x.insert(f.x.end(), 2, sample[i]);
        f.y.push_back(double(i) / n);
        f.y.push_back(double(i + 1) / n);
    }
    return f;
}

double wasserstein_distance(const Curve& f, const Curve& g)
{
    std::vector<double> x;
    std::ranges::merge(f.x, g.x, std::back_inserter(x));
    double distance = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
        const double width = x[i] - x[i - 1];
        if (width <= 0)
            continue;
        // Between two points the difference is linear, and may change its sign.
        const double d = limit_after(f, x[i - 1]) - limit_after(g, x[i - 1]),
                     e = limit_before(f, x[i]) - limit_before(g, x[i]);
        const double sum = std::abs(d) + std::abs(e);
        if (sum > 0)
            distance += width * (d * e >= 0 ? sum / 2 : (d * d + e * e) / (2 * sum));
    }
    return distance;
}

std::optional<DistributionDistance> distance_between(const Distribution& first, const Distribution& second)
{
    constexpr std::int64_t most = 4000;   // a double has fewer binary exponents
    const int exponent = int(std::clamp(second.exponent - first.exponent, -most, most));
    Histogram other = second.histogram;
    other.low = std::ldexp(other.low, exponent);
    other.high = std::ldexp(other.high, exponent);
    const double std = std::ldexp(second.std, exponent);
    if (!(first.std > 0) || !std::isfinite(first.std) || !std::isfinite(std) || !std::isfinite(other.high - other.low)
        || !(first.histogram.total() > 0) || !(other.total() > 0))
        return std::nullopt;
    const double length = wasserstein_distance(distribution_function(first.histogram), distribution_function(other));
    return DistributionDistance {length, length / first.std, std / first.std};
}

}   // namespace stepzero
