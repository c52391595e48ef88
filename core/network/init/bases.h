// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of bases. To add one, define base_NAME() in a file in bases/ and add its name and parameters here.
#pragma once

#include "core/network/init/base.h"

// low, high: for truncated_normal in σ; for softplus_log_uniform, the range of the time step Δ, which is at least
// `floor`. sparsity: there are ceil(sparsity·rows) zeros in each column. groups: each has equally many units. columns:
// unit length of columns instead of rows. noise: added to unit 2, which otherwise equals unit 1. by_row: counts the
// entries of each row, not those of the matrix.
// clang-format off
#define STEPZERO_BASES(base) \
    base(constant, ()) \
    base(normal, ()) \
    base(uniform, ()) \
    base(truncated_normal, (double low = -2, double high = 2)) \
    base(orthogonal, (Tap tap = {})) \
    base(identity, (Tap tap = {}, int groups = 1)) \
    base(sparse_normal, (double sparsity = 0.3)) \
    base(ternary, ()) \
    base(unit_vectors, (bool columns = false)) \
    base(twins, (double noise = 0)) \
    base(log_ordinal, (bool by_row = true)) \
    base(softplus_log_uniform, (double low = 1e-3, double high = 0.1, double floor = 0))
// clang-format on

namespace stepzero {

#define STEPZERO_DECLARE(name, parameters) std::shared_ptr<const Base> base_##name parameters;
STEPZERO_BASES(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

/// Returns one instance of each, with default parameters.
const std::vector<std::shared_ptr<const Base>>& bases();

}   // namespace stepzero
