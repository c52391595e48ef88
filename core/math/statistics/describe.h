// SPDX-License-Identifier: GPL-3.0-or-later
// From the entries of a tensor to their Distribution.
#pragma once

#include <cstddef>

#include "core/base/run/context.h"
#include "core/math/statistics/distribution.h"

namespace stepzero {

/// The distribution of n finite numbers, tiled over the pool and joined in tile order. n ≥ 1. Throws Stopped.
Distribution describe(const float* entries, std::size_t n, const Context& context);

}   // namespace stepzero
