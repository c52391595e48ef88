// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of state-space blocks at step 0: how an infinitely wide block transforms signal and gradient.
//
// As for transformers (transformer_theory.h), it follows the mean products of two tokens of a sequence, K(t, t') =
// E[x_t · x_t']/width, and those of gradients backward. Inside a block, with all maps wide and with mean 0:
// - x and z are Gaussian along the tokens, with products width·Var(W_in) K.
// - The convolution is separate for each channel. Channels are of several kinds, whose weights are the nodes of a rule
//   with the distribution's moments up to the fourth; biases likewise. For each kind the output is Gaussian, and E[φ
//   φ'] is its series in the cosine (Mehler), from the Hermite coefficients of φ.
// - B, C and δ are Gaussian and independent between states: E[y y'] = E[C C'] Σ over states of E[h h']. E[h h'] follows
//   by the recursion of h from E[Δ Δ'] E[B B'] E[x x'], for Δ and A at the nodes of their distributions. B, C and δ
//   have mean 0, so the scan and D∘x are uncorrelated.
// - Δ = softplus(dt_bias + p), p small: E[Δ Δ'] to second order in p, and decays by the mean of Δ.
// - The gate: (y + D∘x) and φ(z) are independent.
// - Backward, all four paths through the scan (x, B, C, Δ) are added to that through D.
#pragma once

#include "core/modules/state_space.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

inline constexpr int most_tokens_of_scan = 128;   ///< largest number of tokens; the work grows with its square

/// Predicts the network for sequences of `tokens` tokens, of which two are the same word with the probability `repeat`.
/// The gradient is that of the summed cross-entropies, per token.
///
/// The prediction has no steps, but a remark, for longer sequences, weights with a nonzero mean, and DyT. It ends
/// early, without gradients, when a mean square exceeds 1e60. It also does so when the scan contributes more than 1/20
/// of E[y²]: it has few states, so its output does not average out. Throws as state_space_network() does, and Stopped.
Prediction predict_state_space(
    const StateSpaceSpec& spec, int tokens, double repeat, const Context& context, const StreamSites& sites = {});

}   // namespace stepzero
