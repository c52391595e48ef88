// SPDX-License-Identifier: GPL-3.0-or-later
// What mean-field theory says that simulate() should find, layer by layer: infinite width, weights and biases
// independent between layers, any widths, schemes, overrides and input. With v = Var(W_l):
// q_l = fan_in v E[x_{l−1}²] + Var(b_l), E[δ_l²] = E[φ'(z_l)²] n_{l+1} v_{l+1} E[δ_{l+1}²], E[δ_L²] = E[φ'(z_L)²].
//
// Not covered, and then absent rather than wrong: weights whose mean is not zero (their signals keep a part
// that is common to all units, which no width averages out), the identity among them; input from a file
// unless its mean square is known; what follows a maximum over positions, or a mean over them where their
// correlations are not known (biases with a mean, input whose entries are not independent). A bias with a mean is
// covered. After a layer that is not covered nothing is known of the later ones, nor of any gradient.
#pragma once

#include <optional>

#include "core/theory/input_moments.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Predicts the layers of a plan, at the sites that its reading names and, after an average pooling, at "pooled". A
/// prediction has 1 − c of two inputs only up to a bias with a mean and a signal that is zero or beyond 1e±60.
/// `known_input` stands in for a file.
Prediction predict_layers(
    const NetworkPlan& plan, const Experiment& experiment, const std::optional<InputMoments>& known_input = {});

}   // namespace stepzero
