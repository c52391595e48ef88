// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that stand in the equations of one block of a residual stream, and of the head behind the last one.
#pragma once

#include <string>
#include <vector>

#include "core/kinds/stream.h"
#include "core/modules/transformer.h"
#include "core/study/block_heads.h"
#include "core/study/compared.h"

namespace stepzero {

/// x' = s·x + u, normed where a norm stands on the stream. In a ResNet s·P x, of a block that changes channels, and
/// φ(s·x + u). Sizes are log10 of an RMS.
struct BlockStep {
    Text label;   ///< "attention", "MLP", "branch"
    Compared before, branch, after;   ///< x, u and x'
    double log10_skip = 0;   ///< of |s|
    std::optional<double> correlation;   ///< of s·x and u, by theory
    Compared gradient;   ///< at x'
    Compared channel_means;   ///< of a ResNet: what part of E[x'²] the channels' own means hold
    std::optional<double> branch_share;   ///< of the squared gradient at x: what came back through u, by theory
};

/// Of products of H_res through a block (MixingGains), log10.
struct GainNumbers {
    double forward = 0, backward = 0, forward_to_end = 0, backward_to_end = 0;
};

struct HeadNumbers {
    Compared logit_square;   ///< E[z²] over tokens and vocabulary
    Compared cross_entropy;
    double log_vocabulary = 0;
    std::optional<double> small_cross_entropy;   ///< ln V + Var/2 by theory, while the logits' Var is below 2 ln V
    double multiplier = 1, softcap = 0;   ///< of the logits
    std::optional<double> own_square;   ///< of a tied head: what the tokens' own logits add to E[z²]
};

struct RouterNumbers {
    int experts = 0, chosen = 0;
    Compared entropy, top_probability, load_balance, load_spread;
    double least_load = 0, most_load = 0;   ///< as measured; 0 before
};

/// Of a selective scan. Memories are time constants 1/(Δ |A|) in tokens, by theory the ends of their law.
struct ScanNumbers {
    Compared time_step, decay, shortest, longest;
    Compared rms;   ///< log10, of the scan without D∘x
};

struct BlockNumbers {
    StreamSpec stream;
    bool activated = false, projected = false;   ///< φ stands behind the sum; a convolution in place of the skip
    std::vector<BlockStep> steps;
    BlockHeads heads;
    double gaussian_entropy = 0;   ///< of Gaussian logits of the s of theory, else of the measured one
    LogitScale scale = LogitScale::root;   ///< of their logits, …
    double multiplier = 1, softcap = 0;   ///< … and on top
    Parallel parallel = Parallel::none;
    std::optional<GainNumbers> gains;   ///< of several streams
    std::optional<RouterNumbers> router;
    std::optional<ScanNumbers> scan;
    std::optional<HeadNumbers> head;
};

/// Of a block, counted from 1. Precondition: the network has steps.
BlockNumbers block_numbers(const Study& study, int block);

}   // namespace stepzero
