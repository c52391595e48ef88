// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers in the equations of one block of a residual stream, and of the head after the last block. The equations
// panel substitutes them into its formulas, each with its predicted and its measured value.
#pragma once

#include <string>
#include <vector>

#include "core/kinds/stream.h"
#include "core/modules/transformer.h"
#include "core/study/block_heads.h"
#include "core/study/compared.h"

namespace stepzero {

/// One residual step, x' = s·x + u, normalized where a norm stands on the stream. A ResNet applies φ to the sum,
/// φ(s·x + u), and has s·P x in blocks that change the channels. Sizes are log10 of an RMS.
struct BlockStep {
    Text label;   ///< "attention", "MLP", "branch"
    Compared before, branch, after;   ///< x, u and x'
    double log10_skip = 0;   ///< log10 of |s|
    std::optional<double> correlation;   ///< predicted correlation of s·x and u
    Compared gradient;   ///< at x'
    Compared channel_means;   ///< ResNets: the fraction of E[x'²] that is due to the means of the channels
    std::optional<double> branch_share;   ///< predicted fraction of the squared gradient at x that comes through u
};

/// Gains of products of H_res (MixingGains), as log10. The first two begin at the first step of the network and include
/// the last step of a block. The others begin at the first step of the block and extend to the end of the network.
struct MixingNumbers {
    double forward = 0, backward = 0, forward_to_end = 0, backward_to_end = 0;
};

struct HeadNumbers {
    Compared logit_square;   ///< E[z²] over tokens and vocabulary
    Compared cross_entropy;
    double log_vocabulary = 0;
    std::optional<double> small_cross_entropy;   ///< predicted ln V + Var/2, while the logits' Var is below 2 ln V
    double multiplier = 1, softcap = 0;   ///< applied to the logits; softcap 0: none
    std::optional<double> own_square;   ///< tied heads: the amount that the tokens' own logits add to E[z²]
};

struct RouterNumbers {
    int experts = 0, chosen = 0;
    Compared entropy, top_probability, load_balance, load_spread;
    double least_load = 0, most_load = 0;   ///< measured loads of the experts; 0 when nothing was measured
};

/// The numbers of a selective scan. Memories are time constants 1/(Δ |A|) in tokens. Their predictions are the ends of
/// the theoretical distribution.
struct ScanNumbers {
    Compared time_step, decay, shortest, longest;
    Compared rms;   ///< log10 RMS of the scan's output without D∘x
};

struct BlockNumbers {
    StreamSpec stream;
    bool activated = false, projected = false;   ///< φ follows the sum; a convolution replaces the identity skip
    std::vector<BlockStep> steps;
    BlockHeads heads;
    double gaussian_entropy = 0;   ///< entropy of Gaussian logits with the predicted s, else with the measured s
    LogitScale scale = LogitScale::root;   ///< scale of the attention logits …
    double multiplier = 1, softcap = 0;   ///< … and what is applied in addition; softcap 0: none
    Parallel parallel = Parallel::none;
    std::optional<MixingNumbers> gains;   ///< only networks with several streams have them
    std::optional<RouterNumbers> router;
    std::optional<ScanNumbers> scan;
    std::optional<HeadNumbers> head;
};

/// Returns the numbers of a block, counted from 1. Precondition: the network has residual steps (NetworkPlan::steps).
BlockNumbers block_numbers(const Study& study, int block);

}   // namespace stepzero
