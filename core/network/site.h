// SPDX-License-Identifier: GPL-3.0-or-later
// Sites are places in a network, and quantities are the numbers that are reported at a site. Measurement and theory
// both use them, so that their results can be compared.
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace stepzero {

/// Identifies a place in a network by the output that is observed there.
struct Site {
    int block = 0;   ///< counts from 1; 0 for sites outside the blocks
    std::string role;   ///< "preactivation", "q", "attention_stream", "logits", …
    // clang-tidy 14 checks the 0 of the rewritten comparison.
    auto operator<=>(const Site&) const = default;   // NOLINT(modernize-use-nullptr)
};

/// A quantity that is reported at a site. A new quantity needs a line here and one in quantity_name().
enum class Quantity {
    // For all entries:
    mean,
    std,   ///< population standard deviation
    rms,
    gradient_rms,   ///< RMS of the gradient at the site
    // For activation outputs:
    zero_fraction,   ///< entries that are exactly 0
    saturated_fraction,   ///< entries in φ's saturated range (Saturation)
    dead_fraction,   ///< units that are 0 on every sample
    channel_mean_share,   ///< Σ_c (mean of channel c)²/Σ_c (mean square of channel c), means over samples and positions
    // For pairs of inputs or tokens:
    decorrelation,   ///< 1 − c of two inputs at the experiment's angle
    similarity,   ///< mean cosine between different tokens of one sequence
    correlation,   ///< between skip and branch, at the branch's site: E[s·x ∘ αF]/√(E[(s·x)²] E[(αF)²])
    gradient_correlation,   ///< between the gradients that come back through skip and branch, at the branch's site
    // For a step with several streams, at its stream's site: log10 gains of products of H_res (MixingGains)
    forward_gain_log10,   ///< largest absolute row sum, from the first step to this one
    backward_gain_log10,   ///< largest absolute column sum
    forward_gain_to_end_log10,   ///< largest absolute row sum, from this step to the last
    backward_gain_to_end_log10,
    // For a router, at its site:
    router_entropy,   ///< entropy of its softmax in nats, mean over columns
    top_probability,   ///< mean sum of the probabilities of the chosen experts
    load_balance,   ///< n Σ f_i P_i, f the fraction of choices, P the mean probability; 1 when even (Fedus et al. 2021)
    load_spread,   ///< standard deviation of the experts' loads divided by their mean
    // For a selective scan, at its site (selective_scan.h):
    time_step,   ///< mean Δ
    decay,   ///< mean of exp(ΔA)
    shortest_memory,   ///< smallest time constant 1/(mean Δ |A|) over channels and states, in tokens
    longest_memory,   ///< largest time constant, in tokens
    memory_spread,   ///< standard deviation of the logarithms of the time constants
    // When the experiment asks for a precision, for a pass in which every operation is rounded to it:
    rounded_rms,
    rounded_gradient_rms,
    rounding_error,   ///< ‖x̃ − x‖/‖x‖ over the same samples in float32
    gradient_rounding_error,
    flushed_fraction,   ///< fraction of the entries nonzero in float32 that are 0 in this precision
    flushed_gradient_fraction,
    // For tokens that were added to the vocabulary:
    row_norm,   ///< mean length of the other rows of the table
    added_row_norm,   ///< mean length of the added rows
    added_nearest_cosine,   ///< between an added row and the row nearest to it (table_rows.h)
    added_probability,   ///< total probability that the softmax gives to the added tokens, mean over tokens
    added_cross_entropy,   ///< mean over the tokens that an added token follows, nats
    // For the loss:
    cross_entropy,   ///< mean over tokens, nats; at the logits' site
    // From theory only:
    weight_variance,   ///< σ_w² = fan_in·Var(W)
    bias_variance,   ///< σ_b²
    weight_std,
    chi,   ///< σ_w² E[φ'(z)²]: mean squared singular value of diag(φ'(z)) W
    variance_sum_rms,   ///< square root of the variance sum, at a stream; see stream_walk.h
    branch_share,   ///< fraction of a step's squared input gradient that comes through the branch; at the branch's site
    // For training passes:
    accuracy,   ///< fraction of tokens or images whose target has the largest logit; at the logits' site
};

/// Returns whether a quantity measures the size of entries, which deep networks drive beyond the range of double.
constexpr bool is_size(Quantity quantity)
{
    return quantity == Quantity::rms || quantity == Quantity::std || quantity == Quantity::gradient_rms;
}

/// Returns the name of a quantity in results: "zero_fraction".
std::string_view quantity_name(Quantity quantity);

}   // namespace stepzero
