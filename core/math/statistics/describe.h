// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the Distribution of a tensor's entries: the first pass finds the moments, the second one fills the
// histogram.
#pragma once

#include <cstddef>

#include "core/base/run/context.h"
#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Returns the distribution of n ≥ 1 finite numbers, computed in tiles on the pool and joined in tile order. Throws
/// Stopped.
Distribution describe(const float* entries, std::size_t n, const Context& context);

}   // namespace stepzero
