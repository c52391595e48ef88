// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/entry_law.h"

#include <Eigen/Core>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

#include "core/random/time_steps.h"
#include "core/random/truncated.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// The integral by Simpson's rule: of smooth functions right to 1e-9.
template <class Function>
double simpson(double begin, double end, const Function& f)
{
    constexpr int steps = 4000;
    const double step = (end - begin) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; ++i)
        sum += (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2) * f(begin + i * step);
    return sum * step / 3;
}

/// Fourth moment about the mean over the squared variance, of a law that is given by its density.
double kurtosis_of(const TruncatedNormal& law, double low, double high)
{
    const TruncatedNormal::Moments moments = law.moments();
    if (low == -high && high < 40)   // by parts: E[x⁴] = 3 E[x²] − 2 c³ f(c), f the density within the ends
        return (3 * moments.variance - 2 * std::pow(high, 3) * law.density(high))
            / (moments.variance * moments.variance);
    const double fourth = simpson(std::max(low, -40.0), std::min(high, 40.0),
        [&](double x) { return law.density(x) * std::pow(x - moments.mean, 4); });
    return fourth / (moments.variance * moments.variance);
}

/// Of scale 1 and shift 0.
std::optional<EntryLaw> law_of_base(const Draw& draw, Shape shape)
{
    switch (draw.base) {
    case Base::constant:
        return EntryLaw {.word = "constant"};
    case Base::normal:
        return EntryLaw {.word = "normal", .below = normal_below};
    case Base::uniform:
        return EntryLaw {
            .word = "uniform", .kurtosis = 1.8, .below = [](double x) { return std::clamp(0.5 * (x + 1), 0.0, 1.0); }};
    case Base::truncated_normal: {
        if (draw.low <= -12 && draw.high >= 12)   // nothing is cut
            return EntryLaw {.word = "normal", .below = normal_below};
        const double below_low = normal_below(draw.low), inside = normal_below(draw.high) - below_low;
        if (!(inside > 1e-6))   // far out in a tail
            return std::nullopt;
        return EntryLaw {.word = "truncated_normal",
            .kurtosis = kurtosis_of(TruncatedNormal(draw.low, draw.high), draw.low, draw.high),
            .below
            = [below_low, inside](double x) { return std::clamp((normal_below(x) - below_low) / inside, 0.0, 1.0); }};
    }
    case Base::orthogonal:
    case Base::unit_rows:
    case Base::unit_columns: {   // a coordinate of a direction that is uniform among n
        const int n = draw.base == Base::orthogonal ? std::max(shape.rows(), shape.columns())
            : draw.base == Base::unit_rows          ? shape.columns()
                                                    : shape.rows();
        if (draw.receptive > 1 || n < 4)
            return std::nullopt;
        return EntryLaw {.word = draw.base == Base::orthogonal ? "orthogonal" : "unit_vectors",
            .kurtosis = 3.0 * n / (n + 2),
            .independent = false,
            .below = [n](double x) {
                const double inside = std::abs(x) >= 1 ? 1 : boost::math::ibeta(0.5, 0.5 * (n - 1), x * x);
                return 0.5 + std::copysign(0.5 * inside, x);
            }};
    }
    case Base::softplus_inverse: {
        if (draw.floor > draw.low || !(draw.high > draw.low))   // a mass at the floor
            return std::nullopt;
        const double from = std::log(draw.low), span = std::log(draw.high) - from;
        const Law law = law_of(draw, shape, Role::bias);
        const double fourth = simpson(0, 1, [&](double u) {
            const double log_step = from + span * u;
            return std::pow(softplus_inverse(std::exp(log_step), log_step) - law.mean, 4);
        });
        return EntryLaw {.word = "softplus_log_uniform",
            .kurtosis = fourth / (law.variance * law.variance),
            .below = [from, span](double x) { return std::clamp((std::log(softplus(x)) - from) / span, 0.0, 1.0); }};
    }
    case Base::identity:
    case Base::sparse_normal:
    case Base::twins:
    case Base::log_ordinal:   // a row that is given (Expected::row)
        return std::nullopt;
    }
    return std::nullopt;
}

}   // namespace

std::optional<EntryLaw> entry_law(const Draw& draw, Shape shape)
{
    std::optional<EntryLaw> law = law_of_base(draw, shape);
    if (!law)
        return law;
    const Law exact = law_of(draw, shape, Role::weight);
    law->mean = exact.mean;
    law->std = std::sqrt(exact.variance);
    if (draw.scale == 0 || exact.variance == 0)
        return EntryLaw {.word = "constant", .mean = exact.mean};
    if (law->below)
        law->below = [base = law->below, scale = draw.scale, shift = draw.shift](
                         double x) { return base((x - shift) / scale); };
    return law;
}

std::optional<EntryLaw> entry_law(const Expected& expected, std::optional<FloatFormat> format)
{
    if (expected.range)
        return EntryLaw {.word = "range", .range = expected.range};
    if (!expected.row.empty()) {
        const Eigen::Map<const Eigen::ArrayXd> row(expected.row.data(), Eigen::Index(expected.row.size()));
        return EntryLaw {.word = "row",
            .mean = row.mean(),
            .std = std::sqrt((row - row.mean()).square().mean()),
            .range = std::pair(row.minCoeff(), row.maxCoeff())};
    }
    Draw draw = expected.draw;
    if (format && *format > draw.format)
        draw.format = *format;
    return entry_law(draw, expected.shape);
}

const std::vector<KnownLaw>& known_laws()
{
    static const std::vector<KnownLaw> laws = [] {
        const auto of = [](Draw draw, const std::string& word) {
            const double std = std::sqrt(law_of(draw, {}, Role::weight).variance);
            draw.scale = 1 / std;
            return KnownLaw {word, *entry_law(draw, {})};
        };
        std::vector<KnownLaw> all {of({.base = Base::normal}, "normal"), of({.base = Base::uniform}, "uniform")};
        for (const double bound : {1.0, 1.5, 2.0, 2.5, 3.0})
            all.push_back(of({.base = Base::truncated_normal, .low = -bound, .high = bound},
                "truncated_normal at " + number_text(bound) + " sigma"));
        return all;
    }();
    return laws;
}

}   // namespace stepzero
