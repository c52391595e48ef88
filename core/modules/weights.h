// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of one layer, and the units in which W x + b is put together.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "core/init/noise.h"
#include "core/modules/scaled.h"

namespace stepzero {

/// W = 2^exponent (scale·base + shift).
struct Weights {
    std::shared_ptr<const BaseNoise> base;
    float scale = 1, shift = 0;
    std::int64_t exponent = 0;
};

/// W x + b in units of 2^exponent: the numbers of W x times `product` plus those of b times `bias`.
struct SumUnits {
    std::int64_t exponent = 0;
    double product = 1, bias = 1;
};

/// For W x in units of 2^exponent: those, or the units of the bias where that is larger.
inline SumUnits sum_units(std::int64_t exponent, float largest_bias)
{
    SumUnits units {exponent, 1, 1};
    if (exponent == 0 || largest_bias == 0)
        return units;
    const std::int64_t of_bias = split_factor(largest_bias).exponent;
    if (exponent < of_bias || of_bias == 0) {
        units.exponent = std::max(exponent, of_bias);
        units.product = std::ldexp(1.0, int(std::max<std::int64_t>(exponent - units.exponent, -1000)));
    }
    units.bias = std::ldexp(1.0, int(std::max<std::int64_t>(-units.exponent, -1000)));
    return units;
}

}   // namespace stepzero
