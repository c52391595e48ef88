// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/shown_laws.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/math/random/truncated.h"

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

}   // namespace

std::optional<Curve> expected_density(const AuditedPart& part, double low, double high, int points)
{
    if (!part.law || !part.law->below || !(low < high))
        return std::nullopt;
    return density_of(part.law->below, low, high, points);
}

std::optional<Curve> nearest_density(const AuditedPart& part, double low, double high, int points)
{
    const auto& known = known_laws();
    const auto found = std::ranges::find(known, part.nearest, &KnownLaw::word);
    const EntryNumbers& entries = part.entries;
    if (found == known.end() || entries.std == 0 || !(low < high))
        return std::nullopt;
    return density_of([&](double x) { return found->law.below((x - entries.mean) / entries.std); }, low, high, points);
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
