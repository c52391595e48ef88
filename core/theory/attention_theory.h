// SPDX-License-Identifier: GPL-3.0-or-later
// Theory of attention and the language model's head before the first training step: softmax of Gaussian logits. It
// predicts entropy, participation and cross-entropy from the variance of the logits.
//
// For n independent logits l = s·g, g ~ N(0, 1), everything follows from F(s) = E ln Σ e^l:
//     E Σ p² = 1 − F'(s)/s (by Stein's lemma),   entropy E[−Σ p ln p] = F − s F'.
// For s² < 2 ln n many keys take part: F = ln n + s²/2, entropy ln n − s²/2. For larger s, only few do: F = s√(2 ln n),
// and the entropy is O(1). This is the freezing of the random energy model (Derrida 1981). Both are limits for n → ∞,
// which a finite n approaches slowly, so F is integrated numerically. The logarithm of a sum Z has
//     E ln Z = ∫ (exp(−e^u) − E exp(−e^u Z)) du,   E exp(−e^u Z) = (E exp(−e^{u + s g}))^n.
// These are two integrals of one variable for any n; the trapezoidal rule converges exponentially on them.
//
// Keys with few dimensions are not independent. The correlations c_ij of two logits, with mean 0 and mean square ω,
// change F by −ω s⁴ B/4 to first order in ω. Here −B = Σ_{i≠j} E ∂_i²∂_j² ln Σ e^l, so that
//     B = Σ_{i≠j} E[p_i p_j − 4 p_i² p_j + 6 p_i² p_j²].
// Values with the same correlations as their keys have E Σ_ij p_i p_j c_ij (c_ii = 1) = 1 − 2 dF/d(s²). This is E Σ p²
// for independent values, and rises by ω·d(s⁴B)/d(s²)/2. B is 1 when many keys all take part, and (1 − E Σ p²)³ when
// few of many do.
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

/// Precondition: keys ≥ 1, spread s ≥ 0. The absolute error is below 1e-8 up to s = 40. Beyond, the expansion for s → ∞
/// is used, in which entropy and 1 − participation have a relative error of a tenth.
SoftmaxMoments softmax_moments(int keys, double spread);
/// As above for several numbers of keys, at little more than the cost of one.
std::vector<SoftmaxMoments> softmax_moments(const std::vector<int>& keys, double spread);

/// Returns the spread at which attention freezes: √(2 ln n).
double freezing_spread(double keys);

/// One attention layer at step 0.
struct AttentionPrediction {
    double logit_variance = 0;   ///< E[l²] = scale²·d_h σ_q² σ_k² over visible pairs; σ_q² σ_k² for 1/√d_h
    double spread = 0;   ///< s: spread of a query's logits over keys, without their common part, which the softmax
                         ///< ignores
    double logit_spread = 0;   ///< AttentionHead::logit_spread: the same over the n keys a query sees, s²(1 − 1/n)
    double entropy = 0, log_visible = 0;   ///< means over queries that see at least two keys; 0 if there are none
    double participation = 1;   ///< E Σ p² over all queries
    double mixed_square = 0;   ///< mean square of the heads' outputs: σ_v²(ρ + (1 − ρ) E Σ p²)
};

/// Returns the lengths of queries with weights for means over them. |q|² ~ σ_q² χ²(d_h), unless normalized; logits are
/// Gaussian given q. Uses a Gauss rule of four points.
std::vector<VectorLength> query_lengths(int head_width, bool normalized);

/// Predictions for the head: logits W h + b with rows of W independent of h. With a head tied to the embedding, the
/// input token's row is not independent of h: its own logit is larger by up to √(width)·std.
struct HeadPrediction {
    double logit_variance = 0;   ///< width·E[h²]·Var(W) + Var(b), over words that are not in h
    double logit_square = 0;   ///< E[z²] over all words; with a tied head it includes the token's own, larger logit
    double cross_entropy = 0;   ///< E ln Σ e^l, for Gaussian logits and targets independent of them
    double small_variance_cross_entropy = 0;   ///< ln V + Var/2; valid while Var is well below 2 ln V
    bool has_prior = false;   ///< the head's bias is not random: logits are not Gaussian, and −Σ f ln p replaces ln V
};
HeadPrediction predict_head(
    int vocabulary, int width, double hidden_square, double weight_variance, double bias_variance = 0);

}   // namespace stepzero
