// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/entry_tests.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

namespace math = boost::math;

// Minimum effects: a smaller effect does not matter, however significant it is.
constexpr double least_std = 0.02,
                 least_std_of_blocks = 0.05;   // |ln ratio|; quantized blocks are rounded by separate scales
constexpr double least_mean = 0.02;   // σ
constexpr double least_distance = 0.02;   // total variation
constexpr double least_beyond = 0.1;   // ln
constexpr double least_spread = 0.7;   // ln
constexpr double least_outside = 0.01;   // fraction outside of a range
constexpr double unlikely = 1e-6;   // probability that any of n entries lies this far out

double two_sided(double z) { return 2 * math::cdf(math::complement(math::normal(), std::min(std::abs(z), 1e9))); }

/// Returns the two-sided p-value of s²/σ² for n entries. The distribution is χ² with degrees of freedom that match its
/// variance (κ − 1)/n (Satterthwaite). Its cube root is nearly normal (Wilson and Hilferty 1931). For few entries that
/// lie close together, n − 1 degrees of freedom are used, whatever the distribution.
double p_of_variance(double ratio, double n, double kurtosis)
{
    constexpr double few = 256;
    const auto p = [&](double freedom) {
        const double width = 2 / (9 * freedom);
        return two_sided((std::cbrt(std::min(ratio, 1e300)) - (1 - width)) / std::sqrt(width));
    };
    const double by_moments = p(2 * n / std::max(kurtosis - 1, 0.05));
    if (n > few || ratio > 1)
        return by_moments;
    const double below = n > 1 ? math::cdf(math::chi_squared(n - 1), ratio * n) : 1;
    return std::max(by_moments, std::min(1.0, 2 * below));
}

/// The distribution function, shifted and scaled.
using Below = std::function<double(double)>;
Below stretched(const EntryLaw& law, double mean, double scale)
{
    return [&law, mean, scale](double x) { return law.below(law.mean + (x - mean) / scale); };
}

struct BinnedTest {
    double p = 1, distance = 0;
};

/// Returns the quantile at `share`, between two numbers.
double quantile(const Below& below, double share, double low, double high)
{
    constexpr int steps = 18;   // accurate to far less than a cell
    for (int step = 0; step < steps; ++step) {
        const double middle = (low + high) / 2;
        (below(middle) < share ? low : high) = middle;
    }
    return high;
}

/// Performs a binned test. Cells have about equal probability and end at bin boundaries, so that all values rounded to
/// one number lie in one cell. Their boundaries do not depend on the counts. `low` and `high`: between them all but the
/// last cells end.
BinnedTest binned(const PartNumbers& part, const Below& below, double low, double high, int most_cells)
{
    constexpr double least_expected = 20;
    const auto n = double(part.entries.finite());
    const int wanted = int(std::clamp(n / least_expected, 1.0, double(most_cells)));
    double statistic = 0, distance = 0, chance = 0, begin = -infinity, from = 0;
    int cells = 0;
    auto bin = part.bins.begin();
    for (int cell = 1; cell <= wanted; ++cell) {
        const double end
            = cell == wanted ? infinity : bin_end(low = quantile(below, double(cell) / wanted, low, high), part.format);
        if (!(end > begin))   // several quantiles in one bin
            continue;
        double observed = 0;
        for (; bin != part.bins.end() && (bin->high <= end || end == infinity); ++bin)
            observed += double(bin->count);
        const double to = end == infinity ? 1 : below(end), expected = n * (to - from),
                     difference = observed - expected;
        statistic += expected > 1e-9 ? difference * difference / expected : difference > 0 ? infinity : 0;
        distance += std::abs(difference) / n / 2;
        chance += std::sqrt(std::max(expected, 0.0) * 2 / std::numbers::pi) / n / 2;
        begin = end;
        from = to;
        ++cells;
    }
    if (cells < 4)
        return {};
    const double freedom
        = cells - 1;   // not reduced when scale and mean are estimated from the entries: the test is then conservative
    const double p = std::isfinite(statistic) ? math::cdf(math::complement(math::chi_squared(freedom), statistic)) : 0;
    return {p, std::max(0.0, distance - chance)};
}

double middle_of(const ValueBin& bin)
{
    return std::isinf(bin.low) ? bin.high : std::isinf(bin.high) ? bin.low : (bin.low + bin.high) / 2;
}

double median_of(const std::vector<ValueBin>& bins)
{
    std::uint64_t total = 0, seen = 0;
    for (const ValueBin& bin : bins)
        total += bin.count;
    for (const ValueBin& bin : bins)
        if ((seen += bin.count) * 2 >= total)
            return middle_of(bin);
    return 0;
}

/// Returns the median of |x − mean|, from bins in ascending order, by removing entries from both ends. The overload
/// below returns that of a distribution.
double median_distance(const std::vector<ValueBin>& bins, double mean)
{
    const auto distance = [mean](const ValueBin& bin) { return std::abs(middle_of(bin) - mean); };
    std::uint64_t total = 0, beyond = 0;
    for (const ValueBin& bin : bins)
        total += bin.count;
    auto low = bins.begin(), high = bins.end();
    double last = 0;
    while (low != high && beyond * 2 <= total) {
        const bool lower = distance(*low) > distance(*(high - 1));
        const ValueBin& furthest = lower ? *low++ : *--high;
        last = distance(furthest);
        beyond += furthest.count;
    }
    return last;
}

/// Returns the mean of all entries. If some lie so far out that they shift it alone, returns the mean of the others,
/// from the bins.
double mean_without_strays(const PartNumbers& part)
{
    constexpr double far = 50;   // in median distances from the median
    const double median = median_of(part.bins), reach = far * median_distance(part.bins, median);
    if (part.entries.max - median <= reach && median - part.entries.min <= reach)
        return part.entries.mean;
    double sum = 0, count = 0;
    for (const ValueBin& bin : part.bins)
        if (const double x = middle_of(bin); std::abs(x - median) <= reach) {
            sum += double(bin.count) * x;
            count += double(bin.count);
        }
    return sum / count;
}

double median_distance(const EntryLaw& law)
{
    double low = 0, high = 10 * law.std;
    for (int step = 0; step < 80; ++step) {
        const double middle = (low + high) / 2;
        (law.below(law.mean + middle) - law.below(law.mean - middle) < 0.5 ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// Returns the distance from the mean beyond which probably none of n entries lies.
double last_likely(const EntryLaw& law, double n)
{
    double low = 0, high = 60 * law.std;
    for (int step = 0; step < 80; ++step) {
        const double middle = (low + high) / 2;
        const double outside = law.below(law.mean - middle) + (1 - law.below(law.mean + middle));
        (n * outside > unlikely ? low : high) = middle;
    }
    return high;
}

EntryTest test_of(Doubt doubt, double p, double effect, double least)
{
    return {doubt, std::clamp(p, 0.0, 1.0), effect, effect > least};
}

EntryTests test_constant(const PartNumbers& part, const EntryLaw& law)
{
    const EntryNumbers& entries = part.entries;
    const double scale = std::max(std::abs(law.mean), 1e-300);
    const double off = std::max(std::abs(entries.min - law.mean), std::abs(entries.max - law.mean));
    const bool same = off <= 4e-3 * std::abs(law.mean);   // bf16 has a precision of 2⁻⁸
    EntryTests found;
    found.ratio = law.mean == 0 ? (same ? 1 : infinity) : entries.mean / law.mean;
    found.center_ratio = found.ratio;
    found.tests.push_back({Doubt::constant, same ? 1.0 : 0.0, off / scale, !same});
    return found;
}

/// Tests entries that are not sampled: their range, and for a row also its scale.
EntryTests test_range(const PartNumbers& part, const EntryLaw& law)
{
    const EntryNumbers& entries = part.entries;
    const auto [low, high] = *law.range;
    EntryTests found;
    const bool one = entries.constant() && low < high && entries.finite() > 1;
    found.tests.push_back({Doubt::constant, one ? 0.0 : 1.0, one ? infinity : 0, one});
    const double span = std::max(high - low, 4e-3 * std::max(std::abs(low), std::abs(high)));
    const double outside = std::max({0.0, low - entries.min, entries.max - high}) / std::max(span, 1e-300);
    found.tests.push_back(test_of(Doubt::extremes, outside > least_outside ? 0 : 1, outside, least_outside));
    if (law.std > 0) {
        found.ratio = found.center_ratio = entries.std / law.std;
        const double stretch = std::abs(std::log(found.ratio));
        found.tests.push_back(test_of(Doubt::std, stretch > least_std ? 0 : 1, stretch, least_std));
    }
    return found;
}

}   // namespace

const char* word(Doubt doubt)
{
    switch (doubt) {
    case Doubt::constant:
        return "constant";
    case Doubt::std:
        return "std";
    case Doubt::mean:
        return "mean";
    case Doubt::law:
        return "law";
    case Doubt::extremes:
        return "extremes";
    case Doubt::rows:
        return "rows";
    case Doubt::singular:
        return "singular";
    }
    return "";
}

Text label_of(Doubt doubt)
{
    switch (doubt) {
    case Doubt::constant:
        return tr("constant");
    case Doubt::std:
        return tr("std");
    case Doubt::mean:
        return tr("mean");
    case Doubt::law:
        return tr("distribution");
    case Doubt::extremes:
        return tr("extreme values");
    case Doubt::rows:
        return tr("row norms");
    case Doubt::singular:
        return tr("singular values");
    }
    return {};
}

EntryTests test_entries(const PartNumbers& part, const EntryLaw& law, ElementType type)
{
    const EntryNumbers& entries = part.entries;
    if (law.range)
        return test_range(part, law);
    if (!law.below)
        return test_constant(part, law);
    const auto n = double(entries.finite());
    EntryTests found;
    found.ratio = entries.std / law.std;
    if (entries.constant()) {
        found.center_ratio = found.ratio;
        if (n > 1)
            found.tests.push_back({Doubt::constant, 0, infinity, true});
        return found;
    }
    const bool blocks = is_quantized(type);
    const double middle = mean_without_strays(part);
    found.center_ratio = median_distance(part.bins, middle) / median_distance(law);
    const double least = blocks ? least_std_of_blocks : least_std;
    // The sum of squares of orthogonal rows is not random, but their mean is.
    const double stretch = std::abs(
        std::log(law.independent ? found.ratio : std::hypot(entries.std, entries.mean - law.mean) / law.std));
    const double p_std
        = law.independent ? p_of_variance(found.ratio * found.ratio, n, law.kurtosis) : (stretch > least ? 0 : 1);
    found.tests.push_back(test_of(Doubt::std, p_std, stretch, least));
    // When chance explains the scale or mean, use those of the distribution, so that the following tests keep their
    // level. With a scale that is too small by chance, entries would lie beyond the hard bounds of a distribution.
    // Holm's threshold for a file with a thousand tensors is far above this.
    constexpr double by_chance = 1e-9;
    const bool own_scale = p_std > by_chance;
    const double off = (entries.mean - law.mean) / (own_scale ? law.std : entries.std);
    const double p_mean = two_sided(off * std::sqrt(n));
    found.tests.push_back(test_of(Doubt::mean, p_mean, std::abs(off), least_mean));

    const double measured = found.center_ratio > 0 ? found.center_ratio : found.ratio;
    const double scale = own_scale ? 1 : measured, mean = p_mean > by_chance ? law.mean : middle;
    const Below here = stretched(law, mean, scale);
    const double reach = 8 * scale * law.std;
    // Quantized blocks are rounded by separate scales, so the shape between the bounds is not informative. The farthest
    // entry of each block stays in place, within the rounding of the scale.
    if (!blocks) {
        const BinnedTest by_bins = binned(part, here, mean - reach, mean + reach, 200);
        found.distance = by_bins.distance;
        found.tests.push_back(test_of(Doubt::law, by_bins.p, by_bins.distance, least_distance));
    }

    // Use the inner ends of the outermost bins, because values rounded to these bins may have come from there.
    const double furthest = std::max(mean - part.bins.front().high, part.bins.back().low - mean);
    const double outside = here(mean - furthest) + (1 - here(mean + furthest));
    const double likely = last_likely(law, n) * scale;
    found.tests.push_back(test_of(Doubt::extremes, -std::expm1(n * std::log1p(-std::min(outside, 1 - 1e-16))),
        std::log(std::max(furthest / likely, 1e-9)), least_beyond));
    // A measured scale moves a hard bound a little, and many entries lie near it.
    const double out = likely * std::exp(least_beyond);
    for (const ValueBin& bin : part.bins)
        if (mean - bin.high > out || bin.low - mean > out)
            found.beyond += double(bin.count) / n;
    return found;
}

EntryTest test_rows(const RowNumbers& rows, double kurtosis)
{
    const auto n = double(rows.square_sums.size()), columns = double(rows.columns);
    if (n < 16 || columns < 16)
        return {Doubt::rows, 1, 0, false};
    const double mean = std::accumulate(rows.square_sums.begin(), rows.square_sums.end(), 0.0) / n;
    double spread = 0;
    for (const double sum : rows.square_sums)
        spread += (sum - mean) * (sum - mean);
    const double square = mean / columns;   // mean square of one entry
    const double expected = columns * square * square * (kurtosis - 1);
    const double ratio = spread / (n - 1) / expected;
    // Σ x² of independent entries is nearly normal; its own kurtosis widens the variance of the spread a little.
    const double z = (ratio - 1) / std::sqrt((2 + 60 / columns) / n);
    const double p
        = z > 0 ? math::cdf(math::complement(math::chi_squared(n - 1), ratio * (n - 1) / (1 + 30 / columns))) : 1;
    return test_of(Doubt::rows, p, std::log(std::max(ratio, 1e-9)), least_spread);
}

double distance_of(const PartNumbers& part, const EntryLaw& law)
{
    const double scale = part.entries.std;
    const double mean = part.entries.mean, reach = 8 * scale;
    return binned(part, stretched(law, mean, scale), mean - reach, mean + reach, 50).distance;
}

std::optional<Strays> strays_of(const PartNumbers& part)
{
    constexpr std::uint64_t least_entries = 256;
    constexpr double most_strays = 0.01, far = 1.5, alike = 0.04;   // fraction; times the last likely number; distance
    const auto n = double(part.entries.finite());
    if (part.entries.finite() < least_entries || part.entries.constant())
        return std::nullopt;
    const double median = median_of(part.bins), center = median_distance(part.bins, median);
    if (!(center > 0))
        return std::nullopt;
    const auto scale_by = [&](const KnownLaw& known) { return center / median_distance(known.law); };
    const bool known = std::ranges::any_of(known_laws(), [&](const KnownLaw& law) {
        const double scale = scale_by(law), reach = 8 * scale;
        return binned(part, stretched(law.law, median, scale), median - reach, median + reach, 50).distance < alike;
    });
    if (!known)
        return std::nullopt;
    // Among the known distributions, the normal one, which comes first, reaches farthest.
    const KnownLaw& normal = known_laws().front();
    const double scale = scale_by(normal), likely = far * last_likely(normal.law, n) * scale;
    double beyond = 0;
    for (const ValueBin& bin : part.bins)
        if (median - bin.high > likely || bin.low - median > likely)
            beyond += double(bin.count) / n;
    if (beyond == 0 || beyond >= most_strays)
        return std::nullopt;
    const double end = part.entries.max - median > median - part.entries.min ? part.entries.max : part.entries.min;
    return Strays {end, scale, std::abs(end - median) / scale};
}

std::vector<bool> holm(const std::vector<double>& p, double level)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<bool> rejected(p.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        if (p[order[rank]] > level / double(p.size() - rank))
            break;
        rejected[order[rank]] = true;
    }
    return rejected;
}

}   // namespace stepzero
