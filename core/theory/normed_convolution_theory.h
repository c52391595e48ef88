// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts layers of convolutions some of which have BatchNorm, z = γ norm(W ∗ x + b), x = φ(z), in the mean over
// networks and for many channels. It follows the moments of resnet_theory.h by position: mean squares and what channels
// have in common, which the norm removes. So the scale and the bias of a layer with a norm have no effect, and the norm
// divides by the variance over all positions, where an edge of zeros or a transposed convolution leaves them unequal.
//
// What theory ignores is of order 1/channels, and of order 1 over the numbers per channel of a batch: with v the
// variance that a norm divides by, E[1/v] exceeds 1/E[v], and the norm removes two directions of a gradient. Each norm
// may change the square of a gradient by the larger of 2/n and 2/N, where n channels are read and N numbers share a
// variance. The prediction of a gradient has the sum as its uncertainty.
//
// A prediction is absent for weights and biases with a nonzero mean, for kernels with one nonzero tap, for scales γ
// that differ much, for few numbers per channel, after a pooling, and for samples of different lengths.
#pragma once

#include "core/network/experiment/experiment.h"
#include "core/theory/input_moments.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Predicts the sites that the plan's reading names, for a batch of experiment.input.samples. `known_input` replaces
/// the moments of a file.
Prediction predict_normed_convolutions(
    const NetworkPlan& plan, const Experiment& experiment, const std::optional<InputMoments>& known_input = {});

}   // namespace stepzero
