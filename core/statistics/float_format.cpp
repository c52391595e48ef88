// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/statistics/float_format.h"

#include <algorithm>
#include <cmath>

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
    if (!(std::abs(x) < range.largest))   // so too NaN, which stays
        return std::isnan(x) ? x : std::copysign(range.largest, x);
    const int exponent = std::max(std::ilogb(x), std::ilogb(range.smallest_normal)) - range.significant_bits + 1;
    return std::ldexp(std::nearbyint(std::ldexp(x, -exponent)), exponent);
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
