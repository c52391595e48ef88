// SPDX-License-Identifier: GPL-3.0-or-later
// Logarithm and square root of floats without branches or library calls, so that loops over a block vectorize. They are
// used to generate normal numbers.
#pragma once

#include <bit>
#include <cstdint>

namespace stepzero {

/// Returns ln u for a normal float u > 0: u = 2^e m with m in [1/√2, √2), and ln m = 2 artanh((m − 1)/(m + 1)).
inline float log_of(float u)
{
    constexpr std::int32_t root_half = 0x3f3504f3;
    const std::int32_t offset = std::bit_cast<std::int32_t>(u) - root_half;
    const std::int32_t exponent = offset >> 23;
    const float m = std::bit_cast<float>((offset & 0x007fffff) + root_half);
    const float s = (m - 1) / (m + 1);
    const float s2 = s * s;
    const float series = ((((1.0f / 9 * s2 + 1.0f / 7) * s2 + 1.0f / 5) * s2 + 1.0f / 3) * s2 + 1.0f) * 2;
    return s * series + float(exponent) * 0.693147180559945f;
}

/// Returns √x for a normal float x > 0 by Newton's method for 1/√x. A library root may set errno, which keeps the
/// compiler from vectorizing it.
inline float root_of(float x)
{
    float y = std::bit_cast<float>(0x5f375a86u - (std::bit_cast<std::uint32_t>(x) >> 1));
    y *= 1.5f - 0.5f * x * y * y;
    y *= 1.5f - 0.5f * x * y * y;
    y *= 1.5f - 0.5f * x * y * y;
    return x * y;
}

}   // namespace stepzero
