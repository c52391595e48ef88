// SPDX-License-Identifier: GPL-3.0-or-later
// Layer-sequential unit-variance initialization. Mishkin, Matas: All you need is a good init. ICLR 2016.
#pragma once

#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

/// The same dense network with orthogonal weights, layer by layer so scaled that its preactivations have variance 1 on
/// the experiment's own input (replica 0), and without biases. The scales are `gain`s of the orthogonal scheme: the
/// experiment's seed draws the matrices that they were found for. A layer whose preactivations are all alike keeps gain
/// 1.
///
/// Not for networks made of blocks: their files have one initializer for a role in all blocks, and unit variance is a
/// scale of each layer's own. Behind norms every block reads a mean square of 1, and σ = 1/√fan_in is unit variance;
/// the rest is how branches are scaled by depth.
///
/// Precondition: a dense network that passed validate(). Throws Stopped, BadInput.
Experiment lsuv(const Experiment& experiment, NoiseCache& cache, const Context& context);

}   // namespace stepzero
