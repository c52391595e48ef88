// SPDX-License-Identifier: GPL-3.0-or-later
// Entropy of attention as a function of the spread of its logits alone: what a measured head is held against when
// nothing is known of where its logits come from.
#pragma once

#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Independent Gaussian logits, as attention_theory.h has them.
struct EntropyLaw {
    int tokens = 1;
    bool causal = true;
    int head_width = 1;   ///< of the queries, which differ in length
    bool normalized_queries = false;   ///< by a QK norm: all of one length
    bool operator==(const EntropyLaw&) const = default;
};

/// x: the spreads, as AttentionHead::logit_spread; y: AttentionHead::entropy in nats. Each mean over queries is taken
/// from at most 64 numbers of keys. Empty where no query sees two keys. Precondition: spreads are not negative.
Curve entropy_curve(const EntropyLaw& law, const std::vector<double>& spreads);

}   // namespace stepzero
