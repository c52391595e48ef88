// SPDX-License-Identifier: GPL-3.0-or-later
// The entropy of attention as a function only of the spread of its logits. A measured head is compared with this curve
// when the origin of its logits is unknown.
#pragma once

#include <vector>

#include "core/math/statistics/distribution.h"

namespace stepzero {

/// Independent Gaussian logits, as in attention_theory.h.
struct EntropyLaw {
    int tokens = 1;
    bool causal = true;
    int head_width = 1;   ///< width of the queries, which differ in length
    bool normalized_queries = false;   ///< true: a QK norm gives all queries the same length
    bool operator==(const EntropyLaw&) const = default;
};

/// Returns a curve with the spreads as x, defined as AttentionHead::logit_spread, and AttentionHead::entropy in nats as
/// y. Means over queries use at most 64 numbers of keys. Empty when no query sees two keys. Precondition: spreads are
/// not negative.
Curve entropy_curve(const EntropyLaw& law, const std::vector<double>& spreads);

}   // namespace stepzero
