// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of many weight matrices, for the command `run`.
#pragma once

#include <functional>
#include <vector>

#include "core/network/init/noise.h"
#include "core/simulate/over_replicas.h"

namespace stepzero {

/// Computes the singular values of `matrices` matrices in `replicas` networks, given how to initialize one of them. As
/// many run at once as the pool has threads; the values are bitwise identical either way. Throws Stopped.
std::vector<SpectrumStatistics> weight_spectra(int matrices, int replicas,
    const std::function<WeightMatrix(int matrix, int replica, const Context&)>& draw, const Context& context);

}   // namespace stepzero
