// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/entry_law.h"

#include <Eigen/Core>
#include <cmath>

#include "core/base/words/words.h"
#include "core/network/init/bases.h"

namespace stepzero {

namespace {

constexpr double widest_cut = 12;   // in σ; a normal distribution has no entries beyond

/// Returns the distribution at scale 1 and shift 0.
std::optional<EntryLaw> law_of_base(const Base& base, Shape shape)
{
    if (base.truncation && base.truncation->first <= -widest_cut && base.truncation->second >= widest_cut)
        return law_of_base(*base_normal(), shape);
    EntryLaw law {.word = std::string(base.name),
        .independent = base.dependence != Dependence::dependent,
        .below = base.below(shape)};
    if (base.dependence == Dependence::constant)
        return law;
    if (!law.below)
        return std::nullopt;
    law.kurtosis = *base.kurtosis(shape);
    return law;
}

}   // namespace

std::optional<EntryLaw> entry_law(const Draw& draw, Shape shape)
{
    std::optional<EntryLaw> law = law_of_base(*draw.base, shape);
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
        std::vector<KnownLaw> all {of({.base = base_normal()}, "normal"), of({.base = base_uniform()}, "uniform")};
        for (const double bound : {1.0, 1.5, 2.0, 2.5, 3.0})
            all.push_back(of({.base = base_truncated_normal(-bound, bound)},
                "truncated_normal at " + number_text(bound) + " sigma"));
        return all;
    }();
    return laws;
}

}   // namespace stepzero
