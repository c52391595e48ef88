// SPDX-License-Identifier: GPL-3.0-or-later
// Attention and the language model's head before the first step: softmax of Gaussian logits.
//
// For n independent logits l = s·g, g ~ N(0, 1), all follows from F(s) = E ln Σ e^l:
//     E Σ p² = 1 − F'(s)/s (by Stein's lemma),   entropy E[−Σ p ln p] = F − s F'.
// While s² < 2 ln n many keys take part: F = ln n + s²/2, entropy ln n − s²/2. Beyond, few do, F = s√(2 ln n), and
// the entropy is O(1): the random energy model's freezing (Derrida 1981). Both are limits of n → ∞ that a finite n
// nears slowly, so F is integrated instead: the logarithm of a sum Z has
//     E ln Z = ∫ (exp(−e^u) − E exp(−e^u Z)) du,   E exp(−e^u Z) = (E exp(−e^{u + s g}))^n,
// two integrals of one variable for any n, by the trapezoidal rule, which converges exponentially on them.
//
// Keys of few dimensions are not independent: the correlations c_ij of two logits, of mean 0 and mean square ω, change
// F by −ω s⁴ B/4 to first order in ω, where −B = Σ_{i≠j} E ∂_i²∂_j² ln Σ e^l, so that
//     B = Σ_{i≠j} E[p_i p_j − 4 p_i² p_j + 6 p_i² p_j²].
// Values that are correlated as their keys are have E Σ_ij p_i p_j c_ij (c_ii = 1) = 1 − 2 dF/d(s²), which is E Σ p²
// for independent ones and rises by ω·d(s⁴B)/d(s²)/2. B is 1 for many keys that all take part, and (1 − E Σ p²)³ for
// many of which few do.
#pragma once

#include <vector>

#include "core/network/logit_scale.h"
#include "core/theory/length_rule.h"

namespace stepzero {

/// Means over softmaxes of n independent Gaussian logits of variance s².
struct SoftmaxMoments {
    double log_sum = 0;   ///< F = E ln Σ e^l
    double participation = 1;   ///< E Σ p²: 1/n when uniform, 1 when one key takes all
    double entropy = 0;   ///< nats
    double pairing = 0;   ///< B
};

/// Precondition: keys ≥ 1, spread s ≥ 0. Absolute error below 1e-8 up to s = 40; beyond, the expansion for s → ∞
/// leads on, in which entropy and 1 − participation are right to a tenth of themselves.
SoftmaxMoments softmax_moments(int keys, double spread);
/// The same for several numbers of keys at little more than the price of one.
std::vector<SoftmaxMoments> softmax_moments(const std::vector<int>& keys, double spread);
/// For 1, 2, …, tokens keys, as a causal mask shows them.
std::vector<SoftmaxMoments> causal_softmax_moments(int tokens, double spread);

/// The spread where attention freezes: √(2 ln n).
double freezing_spread(double keys);

/// One attention layer at step 0.
struct AttentionPrediction {
    double logit_variance = 0;   ///< E[l²] = scale²·d_h σ_q² σ_k² over visible pairs; σ_q² σ_k² for 1/√d_h
    double spread = 0;   ///< s: of a query's logits over keys, whose common part the softmax does not see
    double logit_spread = 0;   ///< AttentionHead::logit_spread: the same over the n keys a query sees, s²(1 − 1/n)
    double entropy = 0, log_visible = 0;   ///< means over queries that see two keys or more; 0 without
    double participation = 1;   ///< E Σ p² over all queries
    double mixed_square = 0;   ///< E of squares of the heads' outputs: σ_v²(ρ + (1 − ρ) E Σ p²)
};

/// Queries differ in length, |q|² ~ σ_q² χ²(d_h), unless normalized; logits are Gaussian given q. Gauss's rule of four
/// points for means over them.
std::vector<VectorLength> query_lengths(int head_width, bool normalized);

/// The head: logits W h + b with rows of W independent of h. A head that is tied to the embedding is not, at the token
/// that was put in: its own logit stands out by up to √(width)·std.
struct HeadPrediction {
    double logit_variance = 0;   ///< width·E[h²]·Var(W) + Var(b): of the words that are not in h
    double logit_square = 0;   ///< E[z²] over all words: the same, and of a tied head the token's own, which stands out
    double cross_entropy = 0;   ///< E ln Σ e^l, for Gaussian logits and a target that knows nothing of them
    double small_variance_cross_entropy = 0;   ///< ln V + Var/2: holds while Var is well below 2 ln V
};
HeadPrediction predict_head(
    int vocabulary, int width, double hidden_square, double weight_variance, double bias_variance = 0);

}   // namespace stepzero
