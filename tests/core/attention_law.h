// SPDX-License-Identifier: GPL-3.0-or-later
// A textbook theory of attention: one layer whose tokens are all equally similar, in closed form. The program's theory
// follows every pair of positions instead, and must agree where both apply.
#pragma once

#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/theory/attention_theory.h"

namespace stepzero {

/// Returns the limit of the entropy for n → ∞, at most ln n. Up to freezing it is ln n − s²/2. Beyond, the weights are
/// those of Ruelle's cascade (Poisson-Dirichlet with parameter x = √(2 ln n)/s). Its mean entropy is ψ(1) − ψ(1 − x)
/// (Archer, Park, Pillow 2014). There the entropy at finite n is lower by the order of ln ln n/ln n (a fifth for 50000
/// keys and x = ½). At the transition it is smooth.
inline double limiting_entropy(double keys, double spread)
{
    const double freezing = freezing_spread(keys);
    if (spread <= freezing)
        return std::log(keys) - spread * spread / 2;
    return std::min(std::log(keys), boost::math::digamma(1.0) - boost::math::digamma(1 - freezing / spread));
}

/// One attention layer with independent Gaussian weight matrices of mean 0.
struct AttentionLaw {
    int tokens = 1;
    bool causal = true;
    int head_width = 1;
    LogitScale logit_scale = LogitScale::root;
    // Mean squares of the entries that meet in the logits (width·Var(W)·E[x²]; after a QK norm γ²), and of v:
    double query_square = 1, key_square = 1, value_square = 1;
    bool normalized_queries = false;   ///< true after a QK norm: all queries have the same length
    double similarity = 0;   ///< mean cosine of two tokens of the layer's input; rotary positions rotate keys relative
                             ///< to each other, and no similarity remains between distant tokens
};

/// Queries differ in length, |q|² ~ σ_q² χ²(d_h), unless normalized. Logits are Gaussian given q, and the mean over
/// lengths uses a Gauss rule with four points.
inline AttentionPrediction predict_attention(const AttentionLaw& law)
{
    AttentionPrediction p;
    const double scale = factor_of(law.logit_scale, law.head_width);
    p.logit_variance = scale * scale * law.head_width * law.query_square * law.key_square;
    const double spread_square = p.logit_variance * (1 - law.similarity);
    p.spread = std::sqrt(spread_square);

    const std::vector<VectorLength> lengths = query_lengths(law.head_width, law.normalized_queries);
    const int first = law.causal ? 1 : law.tokens;   // keys that a query sees
    std::vector<int> keys(std::size_t(law.tokens - first + 1));
    std::iota(keys.begin(), keys.end(), first);
    const double queries = law.tokens - first + 1, several = queries - (first == 1);
    p.participation = 0;
    for (const VectorLength& length : lengths) {
        const double s = std::sqrt(spread_square * length.square);
        for (const SoftmaxMoments& m : softmax_moments(keys, s)) {
            p.participation += length.weight * m.participation / queries;
            if (several > 0)
                p.entropy += length.weight * m.entropy / several;
        }
    }
    double seen = 0;   // mean of 1 − 1/n
    for (int n = std::max(first, 2); n <= law.tokens; ++n) {
        p.log_visible += std::log(double(n)) / several;
        seen += (1 - 1.0 / n) / several;
    }
    p.logit_spread = std::sqrt(spread_square * seen);
    p.mixed_square = law.value_square * (law.similarity + (1 - law.similarity) * p.participation);
    return p;
}

}   // namespace stepzero
