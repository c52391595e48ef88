// SPDX-License-Identifier: GPL-3.0-or-later
// What theory says of a network made of blocks, residual or transformer: the residual stream step by step.
//
// A step is a branch that writes into the stream, x ← s·x + α·F(x) with the norms of residual.h: one a block of a
// residual network, two of a transformer's (attention, then MLP). Its block and word are those of the sites W_stream
// and W_branch of residual.h, and each number is what a recorder sees there, in the mean over networks and columns
// and at infinite width; of several streams (streams.h) over all of them. Logarithms are to base 10, −inf for 0, so
// that no depth leaves the range of double.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/theory/attention_theory.h"
#include "core/theory/router_theory.h"

namespace stepzero {

/// Of a selective scan: what Quantity calls so.
struct ScanPrediction {
    double log10_rms = 0;   ///< of the scan's output, without D∘x
    double time_step = 0, decay = 0, memory_spread = 0;
    std::optional<double> shortest_memory {}, longest_memory {};   ///< by the ends of the laws, where they have ends
};

struct StepPrediction {
    int block = 1;   ///< counts from 1
    std::string word {};   ///< "branch", "attention", "mlp" or "mixer"
    double norm_factor = 1;   ///< of the norm that the branch reads: NormSpec::factor
    std::optional<double> log10_read_rms {};   ///< of H_pre x, which the branch or its norm reads of several streams
    double log10_stream_rms = 0;   ///< √E[x²] at the step's output
    double log10_branch_rms = 0;   ///< of α·F, what is added
    std::optional<double> correlation {};   ///< E[s·x ∘ αF]/√(E[(s·x)²] E[(αF)²]); absent where one is 0

    // Of the gradient, absent where its theory does not hold:
    std::optional<double> log10_stream_gradient_rms {};   ///< at the step's output
    std::optional<double> log10_branch_gradient_rms {};   ///< at the sum, which is at α·F
    std::optional<double> log10_return_gradient_rms {};   ///< of the part that comes back through the branch
    /// What theory leaves out at this width, in ln of each of the three (Predicted::uncertainty).
    double stream_gradient_uncertainty = 0, branch_gradient_uncertainty = 0, return_gradient_uncertainty = 0;
    std::optional<double> branch_share {};   ///< of the gradient's square at the step's input: the branch's part, 0 … 1

    std::optional<double> similarity {};   ///< mean cosine of two tokens of a sequence, at the step's output
    std::optional<AttentionPrediction> attention {};   ///< of attention steps
    std::optional<RouterPrediction> router {};   ///< of a mixture of experts
    std::optional<ScanPrediction> scan {};   ///< of state-space blocks

    /// √ of the variance sum: every branch adds its mean square to that of the stream, and nothing else happens,
    /// E[x'²] = s² E[x²] + α² E[F²]. Differs from the stream where branches are correlated with it. Absent where a
    /// norm stands on the stream (Post-LN).
    std::optional<double> log10_variance_sum_rms {};

    std::optional<double> log10_preactivation_rms {};   ///< of what enters the block's φ; else it follows from the plan
    // Of convolutions alone:
    std::optional<double> channel_mean_share {}, branch_channel_mean_share {};   ///< see Quantity
};

struct StreamPrediction {
    double log10_input_rms = 0;   ///< of the stream before the first block; a transformer's behind its embedding norm
    std::optional<double> log10_input_gradient_rms {};   ///< there
    double input_gradient_uncertainty = 0;
    std::optional<double> input_similarity {};   ///< there
    std::vector<StepPrediction> steps {};   ///< in the order of the network; end early where `remark` says why
    bool parallel = false;   ///< the steps of a block all read the stream before it

    // Effective depth of signal and of gradient, in steps: see ResidualPrediction.
    double writing_blocks = 0;
    std::optional<double> path_length {}, path_length_std {};

    std::optional<HeadPrediction> head {};   ///< of transformers
    std::string remark {};   ///< why something is absent; mostly empty
};

}   // namespace stepzero
