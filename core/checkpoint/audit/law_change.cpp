// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/law_change.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

namespace {

namespace math = boost::math;

// Minimum effects: a smaller difference does not matter, however significant it is. Identical to those against a
// recipe.
constexpr double least_std = 0.02, least_mean = 0.02, least_distance = 0.02;
constexpr double least_constant = 4e-3;   // bf16 has a precision of 2⁻⁸

EntryTest test_of(Doubt doubt, double p, double effect, double least)
{
    return {doubt, std::clamp(p, 0.0, 1.0), effect, effect > least};
}

/// Returns the degrees of freedom of s², whose variance is (κ − 1)/n (Satterthwaite). For few entries, at most those of
/// normal entries.
double freedom(const EntryNumbers& entries)
{
    const auto n = double(entries.finite());
    return std::max(1.0, std::min(n - 1, 2 * n / std::max(entries.kurtosis.value_or(3) - 1, 0.8)));
}

double p_of_ratio(const EntryNumbers& old, const EntryNumbers& now)
{
    const double ratio = now.std / old.std;
    const bool smaller = ratio < 1;
    const math::fisher_f law(freedom(smaller ? old : now), freedom(smaller ? now : old));
    return std::min(
        1.0, 2 * math::cdf(math::complement(law, std::min(smaller ? 1 / (ratio * ratio) : ratio * ratio, 1e150))));
}

double p_of_means(const EntryNumbers& old, const EntryNumbers& now)
{
    const auto n = double(old.finite()), m = double(now.finite());
    const double off = std::abs(now.mean - old.mean),
                 error = std::hypot(old.std / std::sqrt(n), now.std / std::sqrt(m));
    return 2
        * math::cdf(math::complement(math::students_t(std::max(1.0, std::min(n, m) - 1)), std::min(off / error, 1e9)));
}

/// Two-sample χ² test over cells of about equal counts, which end at bin boundaries of the coarser format.
EntryTest test_shape(const PartNumbers& before, const PartNumbers& after)
{
    constexpr std::uint64_t most_cells = 100, least_in_cell = 40;
    const auto n = double(before.entries.finite()), m = double(after.entries.finite());
    const FloatFormat format = std::max(before.format, after.format);   // the widest formats come first
    const auto cells = std::min(most_cells, std::min(before.entries.finite(), after.entries.finite()) / least_in_cell);
    if (cells < 4)
        return {Doubt::law, 1, 0, false};
    const auto is_below
        = [](const ValueBin& bin, double end) { return (bin.low + bin.high) / 2 < end || bin.high <= end; };
    auto one = before.bins.begin(), other = after.bins.begin();
    double statistic = 0, distance = 0, chance = 0, seen = 0;
    int used = 0;
    while (one != before.bins.end() || other != after.bins.end()) {
        // A cell ends with the bin that completes the wanted number of entries of `before`.
        double a = 0, b = 0, end = std::numeric_limits<double>::infinity();
        const double wanted = (std::floor(seen / n * double(cells) + 1e-9) + 1) / double(cells) * n;
        for (; one != before.bins.end() && (seen < wanted || is_below(*one, end)); ++one) {
            a += double(one->count);
            seen += double(one->count);
            if (seen >= wanted && std::isinf(end))
                end = bin_end(std::isinf(one->low) ? one->high
                        : std::isinf(one->high)    ? one->low
                                                   : (one->low + one->high) / 2,
                    format);
        }
        if (one == before.bins.end())
            end = std::numeric_limits<double>::infinity();
        for (; other != after.bins.end() && (std::isinf(end) || is_below(*other, end)); ++other)
            b += double(other->count);
        const double difference = std::sqrt(m / n) * a - std::sqrt(n / m) * b;
        if (a + b > 0)
            statistic += difference * difference / (a + b);
        distance += std::abs(a / n - b / m) / 2;
        chance += std::sqrt(2 / std::numbers::pi * (a + b) / (n + m) * (1 / n + 1 / m)) / 2;
        ++used;
    }
    const double p = used > 1 ? math::cdf(math::complement(math::chi_squared(used - 1), statistic)) : 1;
    return test_of(Doubt::law, p, std::max(0.0, distance - chance), least_distance);
}

}   // namespace

LawChange compare_laws(const PartNumbers& before, const PartNumbers& after)
{
    const EntryNumbers &old = before.entries, &now = after.entries;
    LawChange found;
    found.before = old.std;
    found.after = now.std;
    if (old.finite() == 0 || now.finite() == 0)
        return found;
    if (old.constant() || now.constant()) {
        const bool both = old.constant() && now.constant();
        if (old.constant())
            found.before = old.min;
        if (now.constant())
            found.after = now.min;
        const double off = std::abs(found.after - found.before);
        const bool same = both && off <= least_constant * std::abs(found.before);
        found.ratio = both ? (same ? 1 : found.after / found.before) : std::numeric_limits<double>::quiet_NaN();
        found.tests.push_back({Doubt::constant, same || now.finite() < 2 ? 1.0 : 0.0, same ? 0.0 : 1.0, !same});
    } else {
        found.ratio = now.std / old.std;
        found.tests.push_back(test_of(Doubt::std, p_of_ratio(old, now), std::abs(std::log(found.ratio)), least_std));
        const double off = std::abs(now.mean - old.mean) / std::max(old.std, now.std);
        found.tests.push_back(test_of(Doubt::mean, p_of_means(old, now), off, least_mean));
        found.tests.push_back(test_shape(before, after));
    }
    for (const EntryTest& test : found.tests)
        found.p = std::min(found.p, test.p);
    return found;
}

void judge_changes(std::vector<LawChange*> changes)
{
    std::vector<double> all;
    for (const LawChange* change : changes)
        for (const EntryTest& test : change->tests)
            all.push_back(test.p);
    const std::vector<bool> rejected = holm(all, audit_level);
    std::size_t place = 0;
    for (LawChange* change : changes)
        for (const EntryTest& test : change->tests)
            if (rejected[place++] && test.matters && !change->differs)
                change->differs = test.doubt;
}

}   // namespace stepzero
