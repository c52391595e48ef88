// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of many weight matrices, for the command `run`.
#pragma once

#include <functional>
#include <vector>

#include "core/network/init/noise.h"
#include "core/simulate/over_replicas.h"

namespace stepzero {

/// Of `matrices` matrices in `replicas` networks, given how one of them is drawn. As many at once as the pool has
/// threads; each one's values are the same bits either way. Throws Stopped.
std::vector<SpectrumStatistics> weight_spectra(int matrices, int replicas,
    const std::function<WeightMatrix(int matrix, int replica, const Context&)>& draw, const Context& context);

}   // namespace stepzero
