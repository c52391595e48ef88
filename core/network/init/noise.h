// SPDX-License-Identifier: GPL-3.0-or-later
// Base noise of a tensor: what a scheme draws before it is scaled and shifted.
#pragma once

#include "core/math/statistics/distribution.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

/// Base noise with what is known of its entries.
struct BaseNoise {
    WeightMatrix entries;   ///< [rows, columns]
    Distribution distribution;   ///< of the entries; affine() gives that of the weights
};

/// The power of two that a draw is told in, so that its scale and shift are ordinary numbers; mostly 0.
std::int64_t exponent_of(const Draw& draw);

/// The base noise (scale 1, shift 0) of a draw: [rows, columns]. Of one that is rounded, the rounded entries
/// themselves, in units of 2^exponent_of(draw). Bit-identical on any pool. Throws Stopped.
BaseNoise draw_base(const Draw& draw, const Stream& stream, int rows, int columns, const Context& context);

}   // namespace stepzero
