// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/ticks.h"

#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/base/words/off_scale.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

/// Returns the smallest of 1, 2, 5 times a power of ten that is at least `rough`.
double roundStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

Ticks linearTicks(const Range& range, int most)
{
    Ticks result;
    double step = roundStep(range.span() / std::max(1, most)), first = 0, last = 0;
    // a single tick does not define a scale
    for (int attempt = 0; attempt < 3; ++attempt, step = roundStep(0.4 * step)) {
        first = std::ceil(range.low / step - 1e-6);
        last = std::floor(range.high / step + 1e-6);
        if (last - first >= 1)
            break;
    }
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    if (largest >= 1e5 || largest < 1e-2)
        result.exponent = int(std::floor(std::log10(largest)));
    const double unit = std::pow(10.0, result.exponent);
    const int digits = std::clamp(int(std::ceil(-std::log10(step / unit) - 1e-6)), 0, 12);
    for (const double i : multiplesIn(range, step))
        result.ticks.append({i * step, decimals(i * step / unit, digits)});
    return result;
}

Ticks logTicks(const Range& range, int most)
{
    Ticks result;
    const double middle = (range.low + range.high) / 2;
    if (range.span() < 0.7 && std::abs(middle) < 12) {   // well within a decade: use round values instead of round
                                                         // exponents
        const Range values {std::pow(10.0, range.low), std::pow(10.0, range.high)};
        const double step = roundStep(values.span() / std::max(1, most));
        const int digits = std::clamp(int(std::ceil(-std::log10(step) - 1e-6)), 0, 14);
        for (const double i : multiplesIn(values, step))
            if (i >= 1)
                result.ticks.append(
                    {std::log10(i * step), std::abs(middle) < 3 ? decimals(i * step, digits) : pretty(i * step)});
        return result;
    }
    double step = std::max(1.0, roundStep(range.span() / std::max(1, most)));
    const auto powers = [&] { return std::floor(range.high / step + 1e-9) - std::ceil(range.low / step - 1e-9) + 1; };
    while (step > 1 && powers() < 2)   // a single tick does not define a scale
        step = std::max(1.0, roundStep(0.4 * step));
    const bool between = step == 1 && (range.span() * 3 <= most || powers() < 2);   // adds ticks at 2 and 5
    for (const double i : multiplesIn({range.low - step, range.high}, step))
        for (const int digit : {1, 2, 5}) {
            const double at = i * step + std::log10(double(digit));
            if ((digit == 1 || between) && range.low - 1e-9 <= at && at <= range.high + 1e-9)
                result.ticks.append(
                    {at, digit == 1 && !(between && std::abs(i) <= 3) ? powerOfTen(i * step) : prettyLog10(at)});
        }
    return result;
}

Ticks countTicks(const Range& range, int most)
{
    Ticks result;
    const double step = std::max(1.0, roundStep(range.span() / std::max(1, most)));
    for (const double i : multiplesIn(range, step))
        if (i != 0 || range.low >= 0)
            result.ticks.append({i * step, decimals(i * step, 0)});
    // Layers count from 1, so the first one has a tick although it is not a multiple of the step.
    if (step > 2 && range.contains(1)) {
        if (!result.ticks.isEmpty() && result.ticks.first().at == 0)
            result.ticks.removeFirst();
        result.ticks.prepend({1, QStringLiteral("1")});
        if (result.ticks.size() > 1 && result.ticks[1].at - 1 < 0.6 * step)
            result.ticks.removeAt(1);
    }
    return result;
}

Ticks percentTicks(const Range& range, int most)
{
    Ticks result;
    const double rough = 100 * range.span() / std::max(1, most);
    double step = roundStep(rough);
    if (rough > 20 && rough <= 25)
        step = 25;
    const int digits = std::clamp(int(std::ceil(-std::log10(step) - 1e-6)), 0, 12);
    for (const double i : multiplesIn({100 * range.low, 100 * range.high}, step))
        result.ticks.append({i * step / 100, decimals(i * step, digits) + QStringLiteral("%")});
    return result;
}

Ticks symlogTicks(const Range& range, int most, const Symlog& symlog)
{
    Ticks result;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double first = std::ceil(symlog.log10_threshold - 1e-9);
    const double last = std::min(symlog.log10_magnitude(largest), most_decades);
    const double step = std::max(1.0, roundStep(std::min(range.span(), 2 * (last - first + 1)) / std::max(1, most)));
    if (range.contains(0))
        result.ticks.append({0, QStringLiteral("0")});
    // Ticks at round powers. If the range reaches none of them, the smallest power in reach.
    const double start = step * std::floor(last / step + 1e-9);
    double e = start >= first ? start : first;
    for (int i = 0; i < 50 && e >= first; ++i, e -= step)
        for (const bool negative : {false, true}) {
            const double at = symlog.at(e, negative);
            // Near zero the powers are too dense.
            if (range.contains(at) && std::abs(at) > 0.6 * range.span() / std::max(1, most))
                result.ticks.append({at, (negative ? QString(QChar(0x2212)) : QString()) + powerOfTen(e)});
        }
    return result;
}

}   // namespace

double Symlog::at(double log10_magnitude, bool negative) const
{
    const double d = log10_magnitude - log10_threshold;
    const double u = d > 15 ? d : std::log1p(std::pow(10.0, d)) / std::log(10.0);
    return negative ? -u : u;
}

double Symlog::log10_magnitude(double coordinate) const
{
    const double u = std::abs(coordinate);
    return log10_threshold + (u > 15 ? u : std::log10(std::expm1(u * std::log(10.0))));
}

QVector<double> multiplesIn(const Range& range, double step)
{
    const double first = std::ceil(range.low / step - 1e-6), count = std::floor(range.high / step + 1e-6) - first + 1;
    QVector<double> result;
    if (!(count <= most_multiples))   // also true for NaN
        return result;
    for (int i = 0; i < count; ++i)
        result << first + i;
    return result;
}

Range onScale(Scale scale, const Range& range)
{
    if (!std::isfinite(range.span()) || range.span() < 0)
        return {0, 1};
    if (scale != Scale::log10)
        return range;
    return {
        std::clamp(range.low, -most_decades, most_decades - 1), std::clamp(range.high, 1 - most_decades, most_decades)};
}

double onScale(Scale scale, double coordinate)
{
    constexpr double most = 1e200;   // the axes of QCustomPlot end at 1e250
    return std::abs(coordinate) <= (scale == Scale::log10 ? most_decades : most) ? coordinate : nan;
}

Ticks ticksOf(Scale scale, const Range& wanted, int most, const Symlog& symlog)
{
    const double end = scale == Scale::log10 ? most_decades : std::numeric_limits<double>::infinity();
    const Range range {std::max(wanted.low, -end), std::min(wanted.high, end)};
    if (!(range.span() > 0) || !std::isfinite(wanted.span()))
        return {};
    switch (scale) {
    case Scale::linear:
        return linearTicks(range, most);
    case Scale::log10:
        return logTicks(range, most);
    case Scale::count:
        return countTicks(range, most);
    case Scale::percent:
        return percentTicks(range, most);
    case Scale::symlog:
        return symlogTicks(range, most, symlog);
    }
    return {};
}

/// Returns log10 of the largest number not above the given one that is 1, 2 or 5 times a power of ten. Reciprocals of
/// such numbers are such numbers too, so −roundBelow(−x) rounds up.
static double roundBelow(double log10)
{
    const double decade = std::floor(log10 + 1e-9), rest = log10 - decade + 1e-9;
    return decade + (rest >= std::log10(5.0) ? std::log10(5.0) : rest >= std::log10(2.0) ? std::log10(2.0) : 0);
}

Range roundedOut(Scale scale, const Range& wanted)
{
    const Range range = onScale(scale, wanted);
    if (!std::isfinite(wanted.span()) || wanted.span() < 0)
        return {0, 1};
    if (scale == Scale::log10) {
        constexpr double margin = 0.04, narrow = 1.2, least = 0.6;
        if (range.span() > narrow)
            return onScale(scale, {std::floor(range.low - margin), std::ceil(range.high + margin)});
        // Within about a decade, a whole extra decade would be mostly empty, so 1, 2 and 5 count as round too.
        Range out {roundBelow(range.low - margin), -roundBelow(-range.high - margin)};
        for (int i = 0; i < 3 && out.span() < least; ++i)   // each iteration adds at least a fifth of a decade
            out = {roundBelow(out.low - margin), -roundBelow(-out.high - margin)};
        return onScale(scale, out);
    }
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    if (largest == 0)
        return {0, 1};
    const double span = range.span() > 1e-12 * largest ? range.span() : largest;
    const double step = roundStep(span / 5);
    const double low = range.low >= 0 && range.low < 0.5 * span ? 0 : step * std::floor(range.low / step - 0.2);
    return {low, std::max(low + step, step * std::ceil(range.high / step + 0.2))};
}

}   // namespace stepzero
