// SPDX-License-Identifier: GPL-3.0-or-later
// The attention heads of each block, with their mean and the prediction of theory. Figures use them to show how sharp
// attention is at step 0: the entropy of a head falls as its logits spread.
#pragma once

#include <optional>
#include <vector>

#include "core/study/study.h"
#include "core/theory/entropy_curve.h"

namespace stepzero {

/// The numbers of one head, or of all heads of a block. Sizes (RMS, spread) are root mean squares over the heads, other
/// numbers are means. Entropies are in nats.
struct HeadMean {
    double logit_rms = 0;   ///< over all visible pairs of query and key
    double logit_spread = 0;   ///< s: standard deviation over the keys of a query
    double entropy = 0, log_visible = 0;   ///< log_visible: entropy of uniform attention
};
HeadMean mean_of(const std::vector<AttentionHead>& heads);   ///< precondition: not empty
HeadMean mean_of(const AttentionPrediction& theory);

struct BlockHeads {
    int block = 1;
    std::vector<AttentionHead> heads;   ///< heads with at least one query that sees two keys
    std::optional<HeadMean> mean, theory;   ///< mean: absent without heads; theory: absent without a prediction
    double least_entropy = 0, most_entropy = 0;
};

BlockHeads block_heads(const Study& study, int block);
/// Returns how the entropy depends on s for independent Gaussian logits. Precondition: the network has attention.
EntropyLaw entropy_law(const Study& study);
/// Returns the exact mean entropy for such logits. ln T − s²/2 is its limit for small s and many keys. At s = 1 and
/// 8 keys this limit is 9% too low.
double gaussian_entropy(const Study& study, double logit_spread);
/// Returns the heads of all blocks that have measured heads or a prediction.
std::vector<BlockHeads> heads_by_block(const Study& study);

}   // namespace stepzero
