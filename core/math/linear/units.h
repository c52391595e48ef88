// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in units of 2^exponent. A signal that leaves the range of its scalar type continues in other units, instead
// of becoming zero or infinity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stepzero {

/// Numbers whose largest magnitude lies within 2^±30 are stored without an exponent.
inline constexpr int ordinary_log2 = 30;

/// Signals are followed up to this |exponent|: 10^±300000, the deepest network at the largest gain.
inline constexpr std::int64_t followed_exponent = 1'000'000;

/// Returns the shift that normalizes a tensor with largest magnitude `largest` in units of 2^exponent. The caller
/// multiplies the numbers by 2^-shift and adds shift to the exponent. Afterwards either the exponent is 0 and the
/// numbers are ordinary, or the largest is in [1, 2).
inline std::int64_t normalizing_shift(double largest, std::int64_t exponent)
{
    if (largest == 0)
        return -exponent;
    const std::int64_t magnitude = std::ilogb(largest);
    const std::int64_t actual = magnitude + exponent;
    return std::abs(actual) <= ordinary_log2 ? -exponent : magnitude;
}

/// Returns 2^exponent. An exponent beyond ±1000 is clamped, so that the result can still be multiplied by moderate
/// factors.
inline double power_of_two(std::int64_t exponent)
{
    return std::ldexp(1.0, int(std::clamp<std::int64_t>(exponent, -1000, 1000)));
}

/// Returns whether float can represent a factor. The factor that brings numbers near float's limits back may itself be
/// beyond them.
inline bool in_float(double factor) { return factor == 0 || std::isnormal(float(factor)); }

/// A factor as fraction·2^exponent. The exponent is 0 except for extreme factors.
struct SplitFactor {
    double fraction = 0;
    std::int64_t exponent = 0;
};
inline SplitFactor split_factor(double factor)
{
    if (factor == 0 || std::abs(std::ilogb(factor)) <= ordinary_log2)
        return {factor, 0};
    return {std::scalbn(factor, -std::ilogb(factor)), std::ilogb(factor)};
}

/// Units for W x + b, 2^exponent: multiply the numbers of W x by `product` and those of b by `bias`.
struct SumUnits {
    std::int64_t exponent = 0;
    double product = 1, bias = 1;
};

/// Returns the units for a sum with W x in units of 2^exponent: these units, or those of the bias when it is larger.
inline SumUnits sum_units(std::int64_t exponent, float largest_bias)
{
    SumUnits units {exponent, 1, 1};
    if (exponent == 0 || largest_bias == 0)
        return units;
    const std::int64_t of_bias = split_factor(largest_bias).exponent;
    if (exponent < of_bias || of_bias == 0) {
        units.exponent = std::max(exponent, of_bias);
        units.product = power_of_two(exponent - units.exponent);
    }
    units.bias = power_of_two(-units.exponent);
    return units;
}

}   // namespace stepzero
