// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that networks are trained in, and what of a tensor they lose.
#pragma once

#include <array>

#include "core/statistics/distribution.h"

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

/// Whether the largest entry, times 2^shift, is beyond the format, whether or not it saturates. Rounding up to the
/// largest number counts as within.
bool overflows(const Distribution& distribution, const FloatRange& range, double shift = 0);

/// Share of the entries that are not 0 but, times 2^shift, round to 0: those up to half the smallest subnormal. From
/// the histogram, so right to a bin; the bin that holds 0 is taken as even with its neighbours, and what stands out of
/// them as zeros, which nothing is lost of.
double underflow_share(const Distribution& distribution, const FloatRange& range, double shift = 0);

}   // namespace stepzero
