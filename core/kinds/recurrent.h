// SPDX-License-Identifier: GPL-3.0-or-later
// Converts an experiment to a recurrent network, and computes the Jacobian of that network through time. The Jacobian
// shows how perturbations of the initial state grow or vanish over the steps.
#pragma once

#include "core/kinds/kinds.h"
#include "core/modules/recurrent.h"

namespace stepzero {

/// Returns the network's spec. Precondition: the network passed validate() and is recurrent.
RecurrentSpec recurrent_spec(const Network& network);

/// Returns log10 of the singular values of ∂h_T/∂h_0 of the top layer at the first sample of a replica, with c_0 of an
/// LSTM fixed at 0. It is a product of one factor per step, in float64. Throws Stopped, BadInput.
LogSpectrum recurrent_jacobian(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, int replica, const Context& context);

}   // namespace stepzero
