// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/decorrelation_width.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

constexpr double largest_log_variance = 1;   // variance of ln(1 − c)

}   // namespace

void DecorrelationWidth::weights(const LayerWidths& widths, double d)
{
    widths_ = widths;
    d_ = d;
    const double share = widths.share;
    inputs_ = inputs_.through_weights(share);
    within_.with_length *= share;
    within_.length *= share * share;
    within_.lengths *= share * share;
    between_.with_length *= share;
    between_.length *= share * share;

    // The measurement's own variance: Var(ĉ) = (1 − c²)²/n. An orthogonal W without bias adds none of it.
    const double kept = kept_forward(widths), bias = 1 - share, n = widths.units;
    const double own = squared(2 - d) - kept * (2 - 2 * d + share * share + squared(1 - d - bias));
    one_ = within_.difference - 2 * within_.with_length + (within_.length + within_.lengths) / 2
        + std::max(own, 0.0) / n;
    const double across = inputs_.square() - kept * inputs_.mean([&](double c) { return squared(c - bias); });
    two_ = between_.difference - 2 * between_.with_length + between_.length + 2 * across / n;
}

std::optional<double> DecorrelationWidth::relative_spread() const
{
    if (!(one_ < largest_log_variance))
        return std::nullopt;
    const double one = std::expm1(std::max(one_, 0.0)), two = std::expm1(std::max(two_, 0.0));
    return std::sqrt(one / pairs_ + two * (1 - 1.0 / pairs_));
}

void DecorrelationWidth::units(const UnitNoise& unit, const PairNoise& pair)
{
    const double n = widths_.units, share = widths_.share, bias = 1 - share, kept = kept_forward(widths_);
    const double e = unit.square_slope, by_d = pair.by_distance, by_q = pair.by_length;
    const double c = 1 - d_, common = std::max(c, 0.0);

    // Covariances of (ln H, ln E[φ_a²]) from those of (ln D, ln q_a, ln q_b), by the slopes.
    const auto within = [&](const Within& from) {
        const double lengths = (from.length + from.lengths) / 2;
        return Within {by_d * by_d * from.difference + 2 * by_d * by_q * from.with_length + by_q * by_q * lengths,
            e * (by_d * from.with_length + by_q * lengths), e * e * from.length, e * e * from.lengths};
    };
    const auto between = [&](const Between& from) {
        return Between {by_d * by_d * from.difference + 2 * by_d * by_q * from.with_length + by_q * by_q * from.length,
            e * (by_d * from.with_length + by_q * from.length), e * e * from.length};
    };
    const Within moved = within(within_);
    const Within removed = within({2, d_, 2 * share * share, 2 * squared(c - bias)});
    within_ = {moved.difference + (pair.of_differences - kept * removed.difference) / n,
        moved.with_length + (pair.with_square - kept * removed.with_length) / n,
        moved.length + (unit.of_squares(1) - kept * removed.length) / n,
        moved.lengths + (unit.of_squares(std::clamp(c, -1.0, 1.0)) - kept * removed.lengths) / n};

    const Between shifted = between(between_);
    const Between without = between({0, 0, 2 * inputs_.mean([&](double x) { return squared(x - bias); })});
    const auto to_common = [&](double x) { return common > 0 ? std::clamp(x / common, -1.0, 1.0) : 0.0; };
    const double differences = inputs_.mean([&](double x) { return pair.between_pairs(to_common(x)); });
    const double mixed = inputs_.mean([&](double x) { return pair.with_other(to_common(x)); });
    between_ = {shifted.difference + (differences - kept * without.difference) / n,
        shifted.with_length + (mixed - kept * without.with_length) / n,
        shifted.length + (inputs_.mean(unit.of_squares) - kept * without.length) / n};
    inputs_ = inputs_.through_units(unit, widths_);
}

}   // namespace stepzero
