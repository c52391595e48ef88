// SPDX-License-Identifier: GPL-3.0-or-later
// The router of a mixture of experts at step 0. Behind a norm, the logits W_r x of a column are independent Gaussians
// of the variance s² = d Var(W_r) E[x²], those of two columns have the columns' cosine c in common: what the softmax,
// the choice of the k largest and the gates do is a mean over n Gaussians, or n pairs of them, taken over drawn ones.
//
// Experts are independent functions F_i of one law, so that products of y = Σ g_i F_i are those of F times
// E Σ g_i g'_i; the gradient comes back through the experts with the same factor, and through the logits, whose
// gradients have the products E[u·u'] E[F F'] width times E Σ_j p_j p'_j (1_j 1'_j − 1_j q'_j − 1'_j q_j + Σ q_i q'_i),
// 1_j telling whether j is chosen, p the softmax and q the gates (renormalized: p too are the gates).
#pragma once

#include <array>
#include <vector>

namespace stepzero {

struct RouterRule {
    int experts = 8, chosen = 2;
    bool renormalized = true;
    bool operator==(const RouterRule&) const = default;
};

/// Means over two columns with a cosine.
struct RouterPair {
    double gates = 1;   ///< E Σ g_i g'_i
    double slopes = 0;   ///< of the gradient at the logits, as above
    double balance = 1;   ///< n/k E Σ 1_i p'_i: what a pair adds to the load-balance loss
    double common = 1;   ///< n/k² E Σ 1_i 1'_i: what a pair adds to 1 + the square of the loads' spread
};

class RouterLaw {
public:
    /// For logits of a standard deviation. Where it is 0 all columns choose the same experts, the first.
    RouterLaw(const RouterRule& rule, double spread);

    const RouterRule& rule() const { return rule_; }
    double spread() const { return spread_; }
    double entropy() const { return entropy_; }   ///< nats
    double top_probability() const { return top_; }
    /// c = 1: the same column twice.
    const RouterPair& own() const { return own_; }
    RouterPair at(double cosine) const;

private:
    RouterRule rule_;
    double spread_, entropy_ = 0, top_ = 0;
    RouterPair own_;
    std::vector<double> nodes_;   ///< √(1 − c), in which all is smooth
    std::vector<RouterPair> known_;
};

}   // namespace stepzero
