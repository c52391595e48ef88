// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of a transformer at step 0: how an infinitely wide transformer transforms signal and gradient.
//
// It follows the mean products of two tokens of one sequence, K(t, t') = E[x_t · x_t']/width, forward, and those of
// their gradients G(t, t') backward. Weights have mean 0 and are independent of the stream and of each other. Branches
// therefore add to K, and paths back through branches add to G:
// - A norm divides by lengths: K γ²/√((v_t + ε)(v_t' + ε)).
// - Attention. Logits are Gaussian given the query, with the spread s² = scale² d_h q² (k² − mean of k·k' over the
//   visible keys). This gives P = E Σ p² (attention_theory.h). With x = (nP − 1)/(n − 1), a head's output is K_o(t, t)
//   = (1 − x) mean over pairs of keys of K_v + x mean over keys of K_v. Two queries with cosine ρ attend partly to the
//   same keys. For t ≠ t' the keys are those that both see, and x = ((1 + g)^ρ − 1)/n, where 1 + g = 1 + n x(t, t) is
//   e^{s²} for many keys. (Compared with sampled E Σ p p', the error is 0.006 for s ≤ 1, 0.015 for s ≤ 2, 0.05 for any
//   s.) Noci et al. 2022 (signal propagation and rank collapse) treat uniform attention, x = 0.
// - An output gate multiplies K_o by E[σ(z) σ(z')], ¼ for small z, and G likewise. Its own gradient is that of a gated
//   unit.
// - Latent attention: a map and a norm give the products of the latent vectors, and a second map those of queries, keys
//   and values. Entries of keys that heads share are read from the stream; only they turn.
// - Modulation: x (1 + scale) + shift has the products K (1 + σ²) + σ², and a gate multiplies those of a branch by σ²,
//   where σ² is the mean square of a shift, a scale or a gate. It is 0 for adaLN-zero.
// - Value embeddings add 4 E[σ(z) σ(z')] times the products of their rows to K_v, where z are the gates.
// - An MLP maps K by Gaussian expectations of two correlated preactivations (mean_field.h), and G by those of the
//   slopes.
// - Back through the softmax, dS_i = p_i (dP_i − Σ p dP) with dP = v·dO Gaussian: E|dq|² = scale² d_v E[dO²] σ_v²
//   σ_k² c, with σ² as in s above, values of width d_v and c = E[Σ p² − 2 Σ p³ + (Σ p²)²]; |dk|² likewise. By
//   Stein's lemma c = (dP/d(s²) + P − E (Σ p²)²)/2. The last term lies between P² for flat attention and P² + P (1 −
//   P)/3, Ruelle's cascade, for frozen attention. It is taken at the fraction (ln(nP)/ln n)² between them, which
//   gives c with an error of 6% compared with samples. For t ≠ t' the same factor c/(P (1 − P)) is applied to o (1 −
//   o), o = E Σ p p'.
// - T5's biases by distance are Gaussian over heads and buckets. Their variance over the keys of a query adds to s²;
//   two queries are taken to have no common biases.
// - Sinusoidal positions add half the cosine of their angles to K. LayerNorm subtracts their mean over channels.
// - At the logits, softmax − one-hot: E|·|² = 1 + P − 2/V.
// - DyT, γ tanh(αx) instead of a norm, maps K like an activation. With a soft cap c·tanh(l/c), logits are taken as
//   Gaussian with the variance that it leaves. This is accurate while s⁶ of their std over the keys of a query is below
//   c²/10.
// - A mixture of experts: the MLP's products times a factor of the gates, and the router's own gradient
//   (router_theory.h). For the loads, products of tokens of different sequences are also followed.
//
// Norms account for a finite width as described in chance.h. The theory ignores the finite length of queries and keys,
// except for the spread of the queries'. It also ignores how words that occur twice differ from others; their mean is
// followed. A head tied to the embedding gives a token's own word the logit width·Var(e)·(its fraction of the hidden
// vector). Cross-entropy and gradient include this. They do not include that the gradient at a token contains the
// embedding of its target, which other tokens may share.
#pragma once

#include "core/modules/transformer.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

inline constexpr int default_cells = 64;   ///< largest number of positions that are followed

/// Predicts the network for sequences of `tokens` tokens, of which two are the same word with the probability `repeat`
/// (and so are two targets). The gradient is that of the summed cross-entropies, per token. The number of sequences
/// only affects the loads of experts. At most `most_cells` positions are followed (token_gram.h). `connections` are
/// those of each step, for several streams.
///
/// The prediction has no steps, but a remark, for weights or biases with a nonzero mean, and for DyT on the stream. It
/// ends early, without gradients, when a mean square exceeds 1e60 or a soft cap bends logits too much. Throws as
/// Transformer() does, and Stopped.
Prediction predict_transformer(const TransformerSpec& spec, int tokens, double repeat, const Context& context,
    int most_cells = default_cells, int sequences = 1, const std::vector<Connections>& connections = {},
    const StreamSites& sites = {});

/// E[x] and E[x²] of the numbers of an image, which are independent of each other.
struct PixelMoments {
    double mean = 0, square = 1;
};

/// Predicts the network for images in patches. K begins with E[Wp · Wp']/width of two patches of an image, which share
/// the mean, and a class token that is uncorrelated with them. All patches have the same distribution, so two positions
/// are followed. The gradient is that of the summed cross-entropies of the images, at the token that the head reads or
/// shared by all. Otherwise it works as above.
///
/// Patches span no more dimensions than they have numbers. Values therefore resemble the keys with large weights while
/// the stream consists of patches; the backward pass ignores this. The theory also ignores that patches differ in
/// length, by a relative √(2/numbers) for normal numbers.
Prediction predict_vision_transformer(const TransformerSpec& spec, const PixelMoments& pixels, const Context& context,
    int sequences = 1, const std::vector<Connections>& connections = {}, const StreamSites& sites = {});

}   // namespace stepzero
