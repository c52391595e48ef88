// SPDX-License-Identifier: GPL-3.0-or-later
// Layer-sequential unit-variance initialization. Mishkin, Matas: All you need is a good init. ICLR 2016.
#pragma once

#include "core/experiment/experiment.h"
#include "core/init/noise.h"

namespace stepzero {

/// The same dense network with orthogonal weights, layer by layer so scaled that its preactivations have variance 1 on
/// the experiment's own input (replica 0), and without biases. The scales are `gain`s of the orthogonal scheme: the
/// experiment's seed draws the matrices that they were found for. A layer whose preactivations are all alike keeps gain
/// 1. Precondition: a dense network that passed validate(). Throws Stopped, BadInput.
Experiment lsuv(const Experiment& experiment, NoiseCache& cache, const Context& context);

}   // namespace stepzero
