// SPDX-License-Identifier: GPL-3.0-or-later
// The base noise of a tensor: random numbers of a scheme before they are scaled and shifted. Parameters that differ
// only in scale and shift share it.
#pragma once

#include "core/math/statistics/distribution.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

/// Base noise with statistics of its entries.
struct BaseNoise {
    WeightMatrix entries;   ///< [rows, columns]
    Distribution distribution;   ///< statistics of the entries; affine() computes those of the weights
};

/// Returns the power of two by which a draw is scaled so that its scale and shift are ordinary numbers; usually 0.
std::int64_t exponent_of(const Draw& draw);

/// Returns the base noise (scale 1, shift 0) of a draw: [rows, columns]. For a rounded draw, returns the rounded
/// entries, in units of 2^exponent_of(draw). Bit-identical for any number of threads. Throws Stopped.
BaseNoise draw_base(const Draw& draw, const Stream& stream, int rows, int columns, const Context& context);

}   // namespace stepzero
