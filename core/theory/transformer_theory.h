// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of a transformer at step 0: what an infinitely wide one does to signal and gradient.
//
// Followed are the mean products of two tokens of one sequence, K(t, t') = E[x_t · x_t']/width, forward, and those of
// their gradients G(t, t') backward. Weights have mean 0 and are independent of the stream and of each other, so
// branches add to K, and paths back through branches add to G:
// - A norm divides by lengths: K γ²/√((v_t + ε)(v_t' + ε)).
// - Attention. Logits are Gaussian given the query, with the spread s² = scale² d_h q² (k² − mean of k·k' over the keys
//   seen), which gives P = E Σ p² (attention_theory.h). With x = (nP − 1)/(n − 1), a head's output is
//   K_o(t, t) = (1 − x) mean over pairs of keys of K_v + x mean over keys of K_v. Two queries of cosine ρ attend alike
//   in part: for t ≠ t' the keys are those that both see, and x = ((1 + g)^ρ − 1)/n, where 1 + g = 1 + n x(t, t) is the
//   e^{s²} of many keys. (Against sampled E Σ p p': within 0.006 while s ≤ 1, 0.015 while s ≤ 2, 0.05 for any s.)
//   Noci et al. 2022 (signal propagation and rank collapse) treat uniform attention, x = 0.
// - An MLP maps K by Gaussian expectations of two correlated preactivations (mean_field.h), G by those of the slopes.
// - Back through the softmax, dS_i = p_i (dP_i − Σ p dP) with dP = v·dO Gaussian: E|dq|² = scale² d_h E[dO²] σ_v² σ_k²
// c,
//   σ² as in s above, with c = E[Σ p² − 2 Σ p³ + (Σ p²)²], and |dk|² likewise. By Stein's lemma
//   c = (dP/d(s²) + P − E (Σ p²)²)/2. The last term lies between P² of flat attention and P² + P (1 − P)/3 of Ruelle's
//   cascade when frozen: (ln(nP)/ln n)² of the way, by which c is within 6 % of sampled ones. For t ≠ t' the same part
//   c/(P (1 − P)) is taken of o (1 − o), o = E Σ p p'.
// - At the logits, softmax − one-hot: E|·|² = 1 + P − 2/V.
// - DyT, γ tanh(αx) in place of a norm, maps K as an activation does. A soft cap c·tanh(l/c) leaves logits Gaussian, of
//   the variance that it gives them: good while s⁶ of their std over the keys of a query is below c²/10.
// - A mixture of experts: the MLP's products times what gates leave of them, and the router's own gradient
//   (router_theory.h). For the loads, what tokens of different sequences have in common is followed too.
//
// Not seen: what a norm takes off a gradient along its input (a part of order 1/width), queries and keys of finite
// length beyond the spread of the queries', and how words that occur twice differ from those that do not (their mean
// is followed). A head that is tied to the embedding gives a token's own word the logit width·Var(e)·(its share in the
// hidden vector), which is put into the cross-entropy and the gradient; that the gradient at a token holds the
// embedding of its target, which other tokens may hold too, is not.
#pragma once

#include "core/modules/transformer.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

inline constexpr int default_cells = 64;   ///< positions that are followed

/// For sequences of so many tokens, in which two tokens are the same word with the probability `repeat` (and two
/// targets too). The gradient is that of the cross-entropies' sum, per token. The number of sequences counts for the
/// loads of experts alone. At most `most_cells` positions are
/// followed (token_gram.h).
///
/// `connections` are those of each step, of several streams.
///
/// Not covered, and then without steps and with a remark: weights whose mean is not 0, biases likewise, and DyT on the
/// stream. Steps end early, without gradients, where a mean square leaves 1e60 or a soft cap bends logits by more.
/// Throws as Transformer() does, and Stopped.
Prediction predict_transformer(const TransformerSpec& spec, int tokens, double repeat, const Context& context,
    int most_cells = default_cells, int sequences = 1, const std::vector<Connections>& connections = {},
    const StreamSites& sites = {});

/// Of the numbers of an image, which are independent of each other: E[x] and E[x²].
struct PixelMoments {
    double mean = 0, square = 1;
};

/// For images in patches: K begins with E[Wp · Wp']/width of two patches of an image, which have the mean in common,
/// and a class token that is like none. Patches are all alike in law, so that two positions are followed. The gradient
/// is that of the images' cross-entropies' sum, at the token that the head reads or shared by all. Otherwise as above.
/// Patches span no more dimensions than they have numbers: what attention likes in keys it finds in values too, while
/// the stream is made of patches; backward this is not followed. That they differ in length, by √(2/numbers) of it
/// where these are normal, is not seen.
Prediction predict_vision_transformer(const TransformerSpec& spec, const PixelMoments& pixels, const Context& context,
    int sequences = 1, const std::vector<Connections>& connections = {}, const StreamSites& sites = {});

}   // namespace stepzero
