// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/statistics/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace stepzero {

const FloatRange& float_range(FloatFormat format)
{
    static const std::array<FloatRange, 5> ranges {{
        {"float32", "fp32", std::ldexp(1, -149), std::ldexp(1, -126), std::ldexp(2 - std::ldexp(1, -23), 127), 24},
        {"bfloat16", "bf16", std::ldexp(1, -133), std::ldexp(1, -126), std::ldexp(2 - std::ldexp(1, -7), 127), 8},
        {"float16", "fp16", std::ldexp(1, -24), std::ldexp(1, -14), 65504, 11},
        {"float8_e5m2", "fp8 E5M2", std::ldexp(1, -16), std::ldexp(1, -14), 57344, 3},
        {"float8_e4m3fn", "fp8 E4M3", std::ldexp(1, -9), std::ldexp(1, -6), 448, 4},
    }};
    return ranges.at(std::size_t(format));
}

double rounded(double x, const FloatRange& range)
{
    if (x == 0)
        return x;
    if (!(std::abs(x) < range.largest))   // true for NaN as well, which is returned unchanged
        return std::isnan(x) ? x : std::copysign(range.largest, x);
    const int exponent = std::max(std::ilogb(x), std::ilogb(range.smallest_normal)) - range.significant_bits + 1;
    return std::ldexp(std::nearbyint(std::ldexp(x, -exponent)), exponent);
}

// For normal numbers, rounds the dropped bits in place. Subnormal numbers are multiples of the smallest one; adding and
// subtracting a large number at which float resolves just these rounds to them. The loop has no branches, so that it
// vectorizes.
void round_numbers(float* numbers, std::size_t n, const FloatRange& range)
{
    const int dropped = float_range(FloatFormat::float32).significant_bits - range.significant_bits;
    const auto half = (std::uint32_t(1) << (dropped - 1)) - 1, mask = ~((std::uint32_t(1) << dropped) - 1);
    const auto magnet = float(std::ldexp(1.5 * range.smallest_subnormal, 23));
    const auto smallest = float(range.smallest_normal), largest = float(range.largest);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < n; ++i) {
        const float x = numbers[i], size = std::abs(x);
        const auto bits = std::bit_cast<std::uint32_t>(size);
        const auto normal = std::bit_cast<float>((bits + half + ((bits >> dropped) & 1)) & mask);
        const float subnormal = (size + magnet) - magnet;
        float found = size < smallest ? subnormal : normal;
        found = found > largest ? infinity : found;
        numbers[i] = std::isnan(x) ? x : std::copysign(found, x);
    }
}

double ordinal(double x, const FloatRange& range)
{
    const double size = std::abs(x);
    const int above = size < range.smallest_normal ? 0 : std::ilogb(size) - std::ilogb(range.smallest_normal);
    const double of_octave = std::ldexp(1, range.significant_bits - 1);
    return std::copysign(std::ldexp(size / range.smallest_subnormal, -above) + above * of_octave, x);
}

double at_ordinal(double n, const FloatRange& range)
{
    const double of_octave = std::ldexp(1, range.significant_bits - 1), size = std::abs(n);
    const int above = std::max(0, int(std::floor(size / of_octave)) - 1);
    return std::copysign(std::ldexp((size - above * of_octave) * range.smallest_subnormal, above), n);
}

}   // namespace stepzero
