// SPDX-License-Identifier: GPL-3.0-or-later
// The registry's list. A base is a file in bases/ that defines base_NAME(), and a line here with its parameters.
#pragma once

#include "core/network/init/base.h"

// low, high: of truncated_normal in σ; of softplus_log_uniform the time step Δ, which is at least `floor`.
// sparsity: ceil(sparsity·rows) zeros in each column. groups: of as many units each. columns: they have length 1, not
// the rows. noise: of unit 2, which is unit 1 otherwise.
// clang-format off
#define STEPZERO_BASES(base) \
    base(constant, ()) \
    base(normal, ()) \
    base(uniform, ()) \
    base(truncated_normal, (double low = -2, double high = 2)) \
    base(orthogonal, (Tap tap = {})) \
    base(identity, (Tap tap = {}, int groups = 1)) \
    base(sparse_normal, (double sparsity = 0.3)) \
    base(unit_vectors, (bool columns = false)) \
    base(twins, (double noise = 0)) \
    base(log_ordinal, ()) \
    base(softplus_log_uniform, (double low = 1e-3, double high = 0.1, double floor = 0))
// clang-format on

namespace stepzero {

#define STEPZERO_DECLARE(name, parameters) std::shared_ptr<const Base> base_##name parameters;
STEPZERO_BASES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// One of each, with parameters at their defaults.
const std::vector<std::shared_ptr<const Base>>& bases();

}   // namespace stepzero
