// SPDX-License-Identifier: GPL-3.0-or-later
// Layer-sequential unit-variance initialization (LSUV). Mishkin, Matas: All you need is a good init. ICLR 2016.
#pragma once

#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"

namespace stepzero {

/// Returns the same dense network with orthogonal weights and without biases. Weights are scaled layer by layer so that
/// preactivations have variance 1 on the experiment's own input (replica 0). The scales are stored as `gain` of the
/// orthogonal scheme; the experiment's seed reproduces the matrices. A layer whose preactivations are all equal keeps
/// gain 1.
///
/// Networks made of blocks are not supported: their files have one initializer per role for all blocks, but unit
/// variance requires a scale per layer. After a norm, every block reads a mean square of 1, and σ = 1/√fan_in gives
/// unit variance. The rest is a matter of how branches scale with depth.
///
/// Precondition: a dense network that passed validate(). Throws Stopped, BadInput.
Experiment lsuv(const Experiment& experiment, NoiseCache& cache, const Context& context);

}   // namespace stepzero
