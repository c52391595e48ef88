// SPDX-License-Identifier: GPL-3.0-or-later
// The number formats that networks are trained in: their ranges, and rounding to them.
#pragma once

#include <array>
#include <cstddef>

namespace stepzero {

enum class FloatFormat { float32, bfloat16, float16, e5m2, e4m3 };   ///< widest first
inline constexpr std::array<FloatFormat, 5> float_formats {
    FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16, FloatFormat::e5m2, FloatFormat::e4m3};

struct FloatRange {
    const char* name;   ///< as in PyTorch: "bfloat16", "float8_e4m3fn"
    const char* label;   ///< display name: "bf16", "fp8 E4M3"
    double smallest_subnormal, smallest_normal, largest;
    int significant_bits;   ///< significant bits of normal numbers, including the hidden bit
};

/// Returns the range of a format: IEEE 754 for 32 and 16 bits; bfloat16; Micikevicius et al.: FP8 formats for deep
/// learning. 2022.
const FloatRange& float_range(FloatFormat format);

/// Rounds to the nearest number of the format, ties to even. Beyond the largest number it saturates, as in a format
/// without infinity.
double rounded(double x, const FloatRange& range);

/// Rounds n numbers as hardware does: to nearest, ties to even, and to infinity beyond the largest number. For E4M3,
/// which has no infinity, hardware makes NaN of those. The format must be narrower than float32.
void round_numbers(float* numbers, std::size_t n, const FloatRange& range);

/// Returns the index of a number of the format, counted from 0; negative numbers have negative indices. 1 is the
/// smallest subnormal number. Precondition: x is a number of the format.
double ordinal(double x, const FloatRange& range);
/// Returns the number at an integer index.
double at_ordinal(double n, const FloatRange& range);

}   // namespace stepzero
