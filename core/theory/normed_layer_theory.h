// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts plain layers with a norm, z = γ norm(W x + b), x = φ(z), by mean-field theory. Wide layers have z ~ N(0, q)
// with q = γ² v/(v + ε). The norm divides by the variance v, so the scale of W cancels:
//   LayerNorm: v_l = σ_w² E[x_{l−1}²] + σ_b²,
//   BatchNorm: v_l = σ_w² Var[x_{l−1}], the variance of a unit over the batch,
//   E[δ_l²] = E[φ'(z_l)²] n_{l+1} Var(W_{l+1}) γ²/(v_{l+1} + ε) E[δ_{l+1}²].
// With BatchNorm, δ grows by γ²E[φ'²]/Var[φ] in each layer, whatever the weights (Yang et al.: A mean field theory of
// batch normalization. ICLR 2019). For ReLU this is π/(π − 1), that is ×1.211 for the RMS.
//
// For BatchNorm over N samples, terms of order 1/N are kept, since they add up over depth. After the norm, two samples
// have the correlation −1/(N − 1). The mean of 1/v over units is (N − 1)/(N − 3) times 1/E[v]. Backward, the norm
// removes the parts of a gradient along 1 and along z.
//
// What theory ignores is of order depth/width: the products of samples fluctuate, and differ more with each layer. The
// prediction of a gradient has an uncertainty for it.
//
// A prediction is absent for weights with a nonzero mean, for scales γ that differ between units, for BatchNorm with
// few samples or with samples of different lengths, and for the spread over networks.
#pragma once

#include "core/network/experiment/experiment.h"
#include "core/theory/input_moments.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Predicts the sites that the plan's reading names, for a batch of experiment.input.samples, when all layers have the
/// same norm. With LayerNorm also 1 − c of two inputs. `known_input` replaces the moments of a file.
Prediction predict_normed_layers(const NetworkPlan& plan, UnitNorm norm, const Experiment& experiment,
    const std::optional<InputMoments>& known_input = {});

}   // namespace stepzero
