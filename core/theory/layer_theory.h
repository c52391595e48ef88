// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts layer by layer what simulate() should measure, by mean-field theory: infinite width, weights and biases
// independent between layers, any widths, schemes, overrides and input. With v = Var(W_l):
//   q_l = fan_in v E[x_{l−1}²] + Var(b_l),
//   E[δ_l²] = E[φ'(z_l)²] n_{l+1} v_{l+1} E[δ_{l+1}²], E[δ_L²] = E[φ'(z_L)²].
//
// A prediction is absent, rather than wrong, in the following cases:
// - Weights with a nonzero mean, including the identity. Their signals keep a part common to all units, which no width
//   averages out. Biases may have a mean.
// - Input from a file, unless its mean square is known.
// - Layers after a maximum over positions, or after a mean over them when their correlations are unknown (biases with a
//   mean, input whose entries are not independent).
//
// After a layer that is not covered, nothing is known about later layers, nor about any gradient.
#pragma once

#include <optional>

#include "core/theory/input_moments.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Predicts the layers of a plan, at the sites that its reading names and, after an average pooling, at "pooled". 1 − c
/// of two inputs is predicted until a bias with a mean, or a signal that is zero or beyond 1e±60. `known_input`
/// replaces the moments of a file.
Prediction predict_layers(
    const NetworkPlan& plan, const Experiment& experiment, const std::optional<InputMoments>& known_input = {});

}   // namespace stepzero
