// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that networks are trained in: their ranges, and rounding to their numbers.
#pragma once

#include <array>
#include <cstddef>

namespace stepzero {

enum class FloatFormat { float32, bfloat16, float16, e5m2, e4m3 };   ///< the widest first
inline constexpr std::array<FloatFormat, 5> float_formats {
    FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16, FloatFormat::e5m2, FloatFormat::e4m3};

struct FloatRange {
    const char* name;   ///< "bfloat16", "float8_e4m3fn": as PyTorch's
    const char* label;   ///< for people: "bf16", "fp8 E4M3"
    double smallest_subnormal, smallest_normal, largest;
    int significant_bits;   ///< of normal numbers, the hidden one among them
};

/// IEEE 754 for 32 and 16 bits; bfloat16; Micikevicius et al.: FP8 formats for deep learning. 2022.
const FloatRange& float_range(FloatFormat format);

/// The format's nearest number, the even one of two; beyond the largest that one, as a format without infinity has it.
double rounded(double x, const FloatRange& range);

/// Rounds n numbers as hardware does: to the nearest, the even one of two, and to infinity beyond the largest (E4M3,
/// which has no infinity, makes NaN of them). The format is narrower than float32.
void round_numbers(float* numbers, std::size_t n, const FloatRange& range);

/// Numbers of a format counted from 0, those below 0 negative: 1 is the smallest subnormal. Precondition: x is one.
double ordinal(double x, const FloatRange& range);
/// The number at a whole ordinal.
double at_ordinal(double n, const FloatRange& range);

}   // namespace stepzero
