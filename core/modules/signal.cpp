// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/signal.h"

#include <algorithm>

namespace stepzero {

using Eigen::Index;

namespace {

/// Rounds numbers in units of 2^exponent to a format; the results are in units of 2^-lift.
Moments round_to(const Rounding& to, Tensor& numbers, std::int64_t exponent, const Context& context)
{
    const double factor = power_of_two(exponent + to.lift);
    return fill_columns(numbers, 5, context, [&](Index first, Index count) {
        auto part = numbers.middleCols(first, count);
        if (factor != 1)
            part = (part.cast<double>() * factor).cast<float>();
        round_numbers(part.data(), std::size_t(part.size()), float_range(to.format));
    });
}

}   // namespace

Signal make_signal(
    Tensor numbers, std::int64_t exponent, int positions, const Moments& moments, const PassContext& context)
{
    Signal signal {std::move(numbers), exponent, positions, moments};
    if (context.rounding) {
        signal.moments = round_to(*context.rounding, signal.numbers, exponent, context);
        signal.exponent = -context.rounding->lift;
    }
    const double largest = signal.moments.largest_magnitude();
    if (!std::isfinite(largest))
        return signal;
    const std::int64_t shift = normalizing_shift(largest, signal.exponent);
    signal.exponent += shift;
    if (shift == 0 || signal.zero())
        return signal;
    const double factor = power_of_two(-shift);
    signal.moments.scale(factor);
    for_columns(signal.numbers, 1, context, [&](Index first, Index count) {
        auto part = signal.numbers.middleCols(first, count);
        part = (part.cast<double>() * factor).cast<float>();
    });
    return signal;
}

Signal make_signal(Tensor numbers, std::int64_t exponent, int positions, const PassContext& context)
{
    const Moments moments = fill_columns(numbers, 0, context, [](Index, Index) {});
    return make_signal(std::move(numbers), exponent, positions, moments, context);
}

Tensor by_position(Tensor batch, Eigen::Index channels, Eigen::Index positions)
{
    if (positions == 1)
        return batch;
    Tensor columns(channels, positions * batch.cols());
    for (Eigen::Index sample = 0; sample < batch.cols(); ++sample)
        columns.middleCols(sample * positions, positions)
            = Eigen::Map<const Tensor>(batch.col(sample).data(), positions, channels).transpose();
    return columns;
}

Signal scaled(Signal a, double s, const PassContext& context)
{
    const SplitFactor factor = split_factor(s);
    const Moments moments = fill_columns(a.numbers, 1, context,
        [&](Index first, Index count) { a.numbers.middleCols(first, count) *= float(factor.fraction); });
    return make_signal(std::move(a.numbers), a.exponent + factor.exponent, a.positions, moments, context);
}

Signal sum(Signal a, const Signal& b, const PassContext& context, double s)
{
    const bool without_a = s == 0 || a.zero();
    const std::int64_t unit = without_a ? b.exponent : b.zero() ? a.exponent : std::max(a.exponent, b.exponent);
    const float of_a = without_a ? 0 : float(s * power_of_two(a.exponent - unit));
    const float of_b = b.zero() ? 1 : float(power_of_two(b.exponent - unit));
    const Moments moments = fill_columns(a.numbers, 3, context, [&](Index first, Index count) {
        auto part = a.numbers.middleCols(first, count);
        if (of_b == 1)
            part = of_a * part + b.numbers.middleCols(first, count);
        else
            part = of_a * part + of_b * b.numbers.middleCols(first, count);
    });
    return make_signal(std::move(a.numbers), unit, a.positions, moments, context);
}

}   // namespace stepzero
