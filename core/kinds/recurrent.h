// SPDX-License-Identifier: GPL-3.0-or-later
// A recurrent network as the experiment describes it, and its Jacobian through time.
#pragma once

#include "core/kinds/kinds.h"
#include "core/modules/recurrent.h"

namespace stepzero {

/// Precondition: the network passed validate() and is recurrent.
RecurrentSpec recurrent_spec(const Network& network);

/// log10 of the singular values of ∂h_T/∂h_0 of the top layer at the first sample of a replica, c_0 of an LSTM held at
/// 0: a product of one factor a step, in float64. Throws Stopped, BadInput.
LogSpectrum recurrent_jacobian(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, int replica, const Context& context);

}   // namespace stepzero
