// SPDX-License-Identifier: GPL-3.0-or-later
// Exponential and logarithm of doubles, computed from sums, products and quotients, which are rounded identically
// everywhere. The functions of mathematical libraries differ in the last bit between libraries and processors.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace stepzero {

inline constexpr double ln2_high = 0x1.62e42feep-1;   ///< its product with an exponent is exact
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;

/// Returns eˣ for x < 709 with a relative error of 1e-15; returns 0 below −708.
inline double exp_of(double x)
{
    if (!(x > -708))
        return 0;
    const double k = std::floor(x * 1.4426950408889634 + 0.5);   // x = k ln 2 + r, |r| ≤ 0.35
    const double r = (x - k * ln2_high) - k * ln2_low;
    double series = 1;
    for (int i = 13; i >= 1; --i)
        series = 1 + r / i * series;
    return series * std::bit_cast<double>(std::uint64_t(std::int64_t(k) + 1023) << 52);
}

/// Returns ln u for u ≥ 0 with a relative error of 1e-15, by the method of log_of(float). Returns −∞ for 0 and
/// subnormal numbers.
inline double log_of(double u)
{
    if (!(u >= std::numeric_limits<double>::min()))
        return -std::numeric_limits<double>::infinity();
    constexpr std::int64_t root_half = 0x3fe6a09e667f3bcd;
    const std::int64_t offset = std::bit_cast<std::int64_t>(u) - root_half;
    const double exponent = double(offset >> 52);
    const double m = std::bit_cast<double>((offset & 0x000fffffffffffff) + root_half);
    const double s = (m - 1) / (m + 1), s2 = s * s;
    double series = 0;
    for (int i = 23; i >= 3; i -= 2)
        series = (series + 1.0 / i) * s2;
    return exponent * ln2_high + (2 * s * (1 + series) + exponent * ln2_low);
}

}   // namespace stepzero
