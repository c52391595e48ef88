// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of attention block by block, with their mean and theory.
#pragma once

#include <optional>
#include <vector>

#include "core/study/study.h"
#include "core/theory/entropy_curve.h"

namespace stepzero {

/// Numbers of one head, or of all of a block: sizes as root mean squares over them, the others as means.
struct HeadMean {
    double logit_rms = 0;   ///< over all visible pairs
    double logit_spread = 0;   ///< s: over the keys of a query
    double entropy = 0, log_visible = 0;
};
HeadMean mean_of(const std::vector<AttentionHead>& heads);   ///< precondition: not empty
HeadMean mean_of(const AttentionPrediction& theory);

struct BlockHeads {
    int block = 1;
    std::vector<AttentionHead> heads;   ///< those that see two keys somewhere
    std::optional<HeadMean> mean, theory;
    double least_entropy = 0, most_entropy = 0;
};

BlockHeads block_heads(const Study& study, int block);
/// What the entropy is for independent Gaussian logits of a given s. Precondition: the network attends.
EntropyLaw entropy_law(const Study& study);
/// The exact mean by that law; ln T − s²/2 is its limit for small s and many keys, and 9 % too low at s = 1 and 8 keys.
double gaussian_entropy(const Study& study, double logit_spread);
/// Of the blocks that have heads or theory.
std::vector<BlockHeads> heads_by_block(const Study& study);

}   // namespace stepzero
