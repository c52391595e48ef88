// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong, told from a profile alone. `part` of a limit is what counts: 1 for what was measured, less for what
// theory promises of a fix.
#pragma once

#include <array>
#include <optional>

#include "core/diagnose/profile.h"

namespace stepzero {

/// Layers or blocks; {0, 0}: the network.
struct Span {
    int first = 0, last = 0;
};

using Criterion = std::optional<Span> (*)(const Network&, const Profile&, double part);

/// How severe it is that a signal changes its RMS by a factor between the ends of a network. One rule for every kind,
/// for layers and for streams, and for shrinking and growing alike.
Severity drift_severity(double ln_factor);

// Dense networks: the signal's drift from the first layer to the last; the span is where it is beyond the limit.
std::optional<Span> vanishing_signal(const Network&, const Profile&, double part);
std::optional<Span> exploding_signal(const Network&, const Profile&, double part);
/// Of a network whose signal does so.
Severity signal_severity(const Network&, const Profile&, bool vanishing);
std::optional<Span> saturated_units(const Network&, const Profile&, double part);
std::optional<Span> dead_units(const Network&, const Profile&, double part);

/// Whether no layer has a gradient since the last one is saturated to the last digit: φ' is 0 where there is anything.
bool no_gradient(const Network&, const Profile&);
/// Of a network whose gradient drifts.
Severity gradient_severity(const Network&, const Profile&);
std::optional<Span> vanishing_gradient(const Network&, const Profile&, double part);
std::optional<Span> exploding_gradient(const Network&, const Profile&, double part);

/// Of a network whose inputs or tokens do so.
Severity alike_severity(const Network&, const Profile&);
/// Inputs of a dense network or tokens of a sequence lose what they differ by.
std::optional<Span> alike_inputs(const Network&, const Profile&, double part);

// Networks made of blocks.
/// Products of H_res, of several streams: too large or too small.
bool mixing_fades(const Profile&);
Severity mixing_severity(const Profile&);
std::optional<Span> mixing_gain(const Network&, const Profile&, double part);
std::optional<Span> starved_norm(const Network&, const Profile&, double part);
/// Returns whether the norm between the embeddings and the first block is starved; false without such a norm.
bool starved_embedding_norm(const Network&, const Profile&, double part);
/// Returns the RMS of the initial scale γ of the norms.
double norm_scale_rms(const Network&);
/// Of a stream that does so.
Severity growth_severity(const Network&, const Profile&);
std::optional<Span> growing_stream(const Network&, const Profile&, double part);
/// Of a network with frozen attention.
Severity frozen_severity(const Profile&, Span);
std::optional<Span> frozen_attention(const Network&, const Profile&, double part);
std::optional<Span> uniform_attention(const Network&, const Profile&, double part);
std::optional<Span> sharp_router(const Network&, const Profile&, double part);
/// Of a network whose experts are crowded.
Severity crowded_severity(const Profile&, Span);
/// Few of the experts are given most of the tokens.
std::optional<Span> crowded_experts(const Network&, const Profile&, double part);
/// Of a network whose scans forget.
Severity memory_severity(const Profile&, Span);
/// A scan whose longest time constant is shorter than what its convolution sees.
std::optional<Span> short_memory(const Network&, const Profile&, double part);
std::optional<Span> sharp_logits(const Network&, const Profile&, double part);

inline constexpr std::array<Criterion, 16> criteria {vanishing_signal, exploding_signal, saturated_units, dead_units,
    vanishing_gradient, exploding_gradient, alike_inputs, mixing_gain, starved_norm, growing_stream, frozen_attention,
    uniform_attention, sharp_router, crowded_experts, short_memory, sharp_logits};

}   // namespace stepzero
