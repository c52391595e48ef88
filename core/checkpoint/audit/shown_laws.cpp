// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/shown_laws.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/math/random/truncated.h"
#include "core/math/statistics/distance.h"

namespace stepzero {

namespace {

Curve density_of(const std::function<double(double)>& below, double low, double high, int points)
{
    Curve curve;
    const double step = (high - low) / points;
    double last = below(low);
    for (int i = 0; i < points; ++i) {
        const double next = below(low + (i + 1) * step);
        curve.x.push_back(low + (i + 0.5) * step);
        curve.y.push_back((next - last) / step);
        last = next;
    }
    return curve;
}

const EntryLaw* law_of_nearest(const AuditedPart& part)
{
    const auto& known = known_laws();
    const auto found = std::ranges::find(known, part.nearest, &KnownLaw::word);
    return found == known.end() || part.entries.std == 0 ? nullptr : &found->law;
}

/// `below`: a distribution function with this mean and standard deviation.
std::optional<double> distance_from(
    const AuditedPart& part, double mean, double std, const std::function<double(double)>& below)
{
    constexpr double reach = 12, most_missed = 0.01;   // in standard deviations
    constexpr int points = 2400;
    const EntryNumbers& e = part.entries;
    const double total = part.histogram.total(), count = double(e.finite());
    if (!(total > 0) || !(e.std > 0) || !std::isfinite(std)
        || (1 - total / count) * std::max(e.max - e.mean, e.mean - e.min) > most_missed * e.std)
        return std::nullopt;
    Curve law;
    for (int i = 0; i <= points; ++i) {
        law.x.push_back(mean + std * reach * (2.0 * i / points - 1));
        law.y.push_back(below(law.x.back()));
    }
    return wasserstein_distance(distribution_function(part.histogram), law) / e.std;
}

}   // namespace

std::optional<Curve> expected_density(const AuditedPart& part, double low, double high, int points)
{
    if (!part.law || !part.law->below || !(low < high))
        return std::nullopt;
    return density_of(part.law->below, low, high, points);
}

std::optional<Curve> nearest_density(const AuditedPart& part, double low, double high, int points)
{
    const EntryLaw* law = law_of_nearest(part);
    if (!law || !(low < high))
        return std::nullopt;
    const EntryNumbers& e = part.entries;
    return density_of([&](double x) { return law->below((x - e.mean) / e.std); }, low, high, points);
}

std::optional<double> expected_distance(const AuditedPart& part)
{
    return part.law && part.law->below ? distance_from(part, part.law->mean, part.law->std, part.law->below)
                                       : std::nullopt;
}

std::optional<double> nearest_distance(const AuditedPart& part)
{
    const EntryLaw* law = law_of_nearest(part);
    const EntryNumbers& e = part.entries;
    return law ? distance_from(part, e.mean, e.std, [&](double x) { return law->below((x - e.mean) / e.std); })
               : std::nullopt;
}

std::vector<double> row_lengths(const AuditedPart& part, std::uint64_t length, int points)
{
    static const TruncatedNormal normal(-8, 8);
    const double rms = std::hypot(part.entries.mean, part.entries.std);
    const double spread = std::sqrt(std::max(0.0, part.entries.kurtosis.value_or(3) - 1) / double(length));
    std::vector<double> found;
    for (int i = 0; i < points; ++i)
        found.push_back(rms * std::sqrt(std::max(0.0, 1 + spread * normal.quantile((i + 0.5) / points))));
    return found;
}

SingularValueLaw singular_law(const AuditedPart& part, std::uint64_t rows, std::uint64_t columns)
{
    const double longer = double(std::max(rows, columns)), shorter = double(std::min(rows, columns));
    const double rms = std::hypot(part.entries.mean, part.entries.std);
    return {std::sqrt(longer) * rms, longer > 0 ? shorter / longer : 1, rms == 0 || part.nearest == "orthogonal"};
}

double outlier_edge(const SingularValueLaw& law, std::uint64_t rows, std::uint64_t columns)
{
    constexpr double scales = 5;
    const double a = std::sqrt(double(rows)), b = std::sqrt(double(columns)), edge = law.edges().second;
    return edge * (1 + scales * std::cbrt(1 / a + 1 / b) / (2 * (a + b)));
}

}   // namespace stepzero
