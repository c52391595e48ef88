// SPDX-License-Identifier: GPL-3.0-or-later
// Theory of the router of a mixture of experts at step 0. After a norm, the logits W_r x of a column are independent
// Gaussians with variance s² = d Var(W_r) E[x²]. Those of two columns have the correlation c, the cosine of the
// columns. Softmax, choice of the k largest and gates are therefore means over n Gaussians, or n pairs of them, which
// are computed from samples.
//
// Experts are independent functions F_i with the same distribution. The products of y = Σ g_i F_i are therefore those
// of F times E Σ g_i g'_i. The gradient comes back through the experts with the same factor, and through the logits.
// The gradients of logits have the products E[u·u'] E[F F'] width times E Σ_j p_j p'_j (1_j 1'_j − 1_j q'_j − 1'_j q_j
// + Σ q_i q'_i). 1_j indicates whether j is chosen, p is the softmax and q are the gates; with renormalized gates, p
// also stands for the gates.
#pragma once

#include <array>
#include <vector>

namespace stepzero {

struct RouterRule {
    int experts = 8, chosen = 2;
    bool renormalized = true;
    bool operator==(const RouterRule&) const = default;
};

/// Means over two columns with a given cosine.
struct RouterPair {
    double gates = 1;   ///< E Σ g_i g'_i
    double slopes = 0;   ///< factor of the gradient at the logits, as above
    double balance = 1;   ///< n/k E Σ 1_i p'_i: contribution of a pair to the load-balance loss
    double common = 1;   ///< n/k² E Σ 1_i 1'_i: contribution of a pair to 1 + the square of the loads' spread
};

class RouterLaw {
public:
    /// Computes the means for logits with standard deviation `spread`. When it is 0, all columns choose the first
    /// experts.
    RouterLaw(const RouterRule& rule, double spread);

    const RouterRule& rule() const { return rule_; }
    double spread() const { return spread_; }
    double entropy() const { return entropy_; }   ///< nats
    double top_probability() const { return top_; }
    /// Returns the pair at c = 1: the same column twice.
    const RouterPair& own() const { return own_; }
    RouterPair at(double cosine) const;

private:
    RouterRule rule_;
    double spread_, entropy_ = 0, top_ = 0;
    RouterPair own_;
    static constexpr int nodes = 8;
    /// Chebyshev coefficients of (pair − own)/x for each number of a pair; all are smooth in x = √(1 − c).
    std::array<std::array<double, nodes>, 4> terms_ {};
};

}   // namespace stepzero
