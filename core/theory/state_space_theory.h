// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of state-space blocks at step 0: what an infinitely wide one does to signal and gradient.
//
// As for transformers (transformer_theory.h) the mean products of two tokens of a sequence are followed, K(t, t') =
// E[x_t · x_t']/width, and those of gradients back. Inside a block, with all maps wide and of mean 0:
// - x and z are Gaussian along the tokens, with products width·Var(W_in) K.
// - The convolution is a channel's own: channels are of kinds, with weights at the nodes of a rule that has the moments
// of
//   their law up to the fourth, and biases likewise. Of each kind the output is Gaussian, and E[φ φ'] is its
//   series in the cosine (Mehler), of Hermite coefficients of φ.
// - B, C and δ are Gaussian and independent of one state to the next: E[y y'] = E[C C'] Σ over states of E[h h'], and
//   E[h h'] follows by the recursion of h from E[Δ Δ'] E[B B'] E[x x'], for Δ and A at the nodes of their laws. B, C
//   and δ have mean 0, so the scan and D∘x have nothing in common.
// - Δ = softplus(dt_bias + p), p small: E[Δ Δ'] to the second order in p, and decays by the mean of Δ.
// - The gate: (y + D∘x) and φ(z) are independent.
// - Backward, all four ways through the scan (x, B, C, Δ) add up beside D.
#pragma once

#include "core/modules/state_space.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

inline constexpr int most_tokens_of_scan = 128;   ///< that are followed: the work grows with their square

/// For sequences of so many tokens, in which two are the same word with the probability `repeat`. The gradient is that
/// of the cross-entropies' sum, per token.
///
/// Not covered, and then without steps and with a remark: longer sequences, weights whose mean is not 0, DyT. Steps end
/// early, without gradients, where a mean square leaves 1e60, and where the scan is more than a twentieth of E[y²]: its
/// states are few, so that what it writes does not average out. Throws as state_space_network() does, and Stopped.
Prediction predict_state_space(
    const StateSpaceSpec& spec, int tokens, double repeat, const Context& context, const StreamSites& sites = {});

}   // namespace stepzero
