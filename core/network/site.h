// SPDX-License-Identifier: GPL-3.0-or-later
// Places in a network, and the numbers that are told of them: what measurement and theory have in common.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace stepzero {

/// The output of something.
struct Site {
    int block = 0;   ///< counts from 1; 0 outside the blocks
    std::string role;   ///< "preactivation", "q", "attention_stream", "logits", …
    // clang-tidy 14 sees the 0 that a comparison is rewritten with.
    auto operator<=>(const Site&) const = default;   // NOLINT(modernize-use-nullptr)
};

/// A number of a site. A new one is a line here and one in quantity_name().
enum class Quantity {
    // of all entries:
    mean,
    std,   ///< population
    rms,
    gradient_rms,   ///< of the gradient at the site
    // of outputs:
    zero_fraction,   ///< entries that are exactly 0
    saturated_fraction,   ///< entries in φ's saturated range (Saturation)
    dead_fraction,   ///< units that are 0 on every sample
    channel_mean_share,   ///< Σ_c (mean of channel c)²/Σ_c (its mean square), means over samples and positions
    // of pairs:
    decorrelation,   ///< 1 − c of two inputs at the experiment's angle
    similarity,   ///< mean cosine between different tokens of one sequence
    correlation,   ///< of skip and branch, at the branch's site: E[s·x ∘ αF]/√(E[(s·x)²] E[(αF)²])
    gradient_correlation,   ///< of the gradients that come back through skip and branch, at the branch's site
    // of a step of several streams, at its stream's site: log10 of gains of products of H_res (MixingGains)
    forward_gain_log10,   ///< largest absolute row sum, from the first step to this one
    backward_gain_log10,   ///< largest absolute column sum
    forward_gain_to_end_log10,   ///< the same from this step to the last
    backward_gain_to_end_log10,
    // of a router, at its site:
    router_entropy,   ///< of its softmax, mean over columns, nats
    top_probability,   ///< mean sum of the probabilities of the chosen experts
    load_balance,   ///< n Σ f_i P_i, f the share of choices, P the mean probability; 1 when even (Fedus et al. 2021)
    load_spread,   ///< standard deviation of the experts' loads over their mean
    // of a selective scan, at its site (selective_scan.h):
    time_step,   ///< mean Δ
    decay,   ///< mean of exp(ΔA)
    shortest_memory,   ///< least of the time constants 1/(mean Δ |A|) of all channels and states, in tokens
    longest_memory,   ///< and largest
    memory_spread,   ///< standard deviation of ln of them
    // where the experiment asks for a precision, of a pass in which every operation is rounded to it:
    rounded_rms,
    rounded_gradient_rms,
    rounding_error,   ///< ‖x̃ − x‖/‖x‖ over the same samples in float32
    gradient_rounding_error,
    flushed_fraction,   ///< of what is not 0 in float32 that which is
    flushed_gradient_fraction,
    // of tokens that were added to the vocabulary:
    row_norm,   ///< mean length of the table's other rows
    added_row_norm,   ///< of theirs
    added_nearest_cosine,   ///< of such a row and the one nearest to it (table_rows.h)
    added_probability,   ///< that a token's softmax gives to all of them, mean over tokens
    added_cross_entropy,   ///< mean over the tokens behind which one of them comes, nats
    // of the loss:
    cross_entropy,   ///< mean over tokens, nats; at the logits' site
    // of theory alone:
    weight_variance,   ///< σ_w² = fan_in·Var(W)
    bias_variance,   ///< σ_b²
    weight_std,
    chi,   ///< σ_w² E[φ'(z)²]: mean squared singular value of diag(φ'(z)) W
    variance_sum_rms,   ///< √ of the variance sum, at a stream: see stream_walk.h
    branch_share,   ///< of the squared gradient at a step's input: the branch's part; at the branch's site
    // of passes that train:
    accuracy,   ///< fraction of tokens, or images, whose target has the largest logit; at the logits' site
};

/// Whether it is a size of entries, which deep networks drive beyond the range of double.
constexpr bool is_size(Quantity quantity)
{
    return quantity == Quantity::rms || quantity == Quantity::std || quantity == Quantity::gradient_rms;
}

/// As results name it: "zero_fraction".
std::string_view quantity_name(Quantity quantity);

}   // namespace stepzero
