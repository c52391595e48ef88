// SPDX-License-Identifier: GPL-3.0-or-later
// Criteria for problems of a network, evaluated from a profile only. Thus a predicted fix is judged by the same rules
// as a measurement. `part` is the fraction of each limit that counts: 1 for measurements, less for the prediction of a
// fix.
#pragma once

#include <array>
#include <optional>

#include "core/diagnose/profile.h"

namespace stepzero {

/// A range of layers or blocks; {0, 0} is the whole network.
struct Span {
    int first = 0, last = 0;
};

using Criterion = std::optional<Span> (*)(const Network&, const Profile&, double part);

/// Returns the severity of a factor between the RMS at both ends of a network. The rule is the same for every kind, for
/// layers and streams, and for shrinking and growing.
Severity drift_severity(double ln_factor);

// Dense networks: drift of the signal from the first layer to the last. The span contains the layers beyond the limit.
std::optional<Span> vanishing_signal(const Network&, const Profile&, double part);
std::optional<Span> exploding_signal(const Network&, const Profile&, double part);
/// Precondition: the signal vanishes or explodes.
Severity signal_severity(const Network&, const Profile&, bool vanishing);
std::optional<Span> saturated_units(const Network&, const Profile&, double part);
std::optional<Span> dead_units(const Network&, const Profile&, double part);

/// Returns whether no layer has a gradient because the last one is completely saturated: φ' is 0 at all of its
/// preactivations.
bool no_gradient(const Network&, const Profile&);
/// Precondition: the gradient vanishes or explodes.
Severity gradient_severity(const Network&, const Profile&);
std::optional<Span> vanishing_gradient(const Network&, const Profile&, double part);
std::optional<Span> exploding_gradient(const Network&, const Profile&, double part);

/// Precondition: inputs or tokens become indistinguishable.
Severity alike_severity(const Network&, const Profile&);
/// Detects that inputs of a dense network, or tokens of a sequence, become indistinguishable.
std::optional<Span> alike_inputs(const Network&, const Profile&, double part);

// Networks made of blocks.
/// Returns whether products of H_res, with several streams, become small rather than large.
bool mixing_fades(const Profile&);
Severity mixing_severity(const Profile&);
std::optional<Span> mixing_gain(const Network&, const Profile&, double part);
std::optional<Span> starved_norm(const Network&, const Profile&, double part);
/// Returns whether the norm between the embeddings and the first block is starved; false without such a norm.
bool starved_embedding_norm(const Network&, const Profile&, double part);
/// Returns the RMS of the initial scale γ of the norms with this role in a block; 0: outside of the blocks.
double norm_scale_rms(const Network&, const std::string& role, int block);
/// The initial scale γ of norms where it is farthest from 1.
struct WrongScale {
    double rms = 1;
    int block = 0;   ///< 0: the same in all blocks, or outside of them
    Span span {};   ///< from the first block with a wrong scale to the last one; 0 to 0: outside of the blocks
};
/// Returns the scale of the norms with this role if it is far above 1, or with `small` also if it is far below.
std::optional<WrongScale> wrong_norm_scale(const Network&, const RoleInfo& scale, bool small = true);
/// Precondition: the stream grows.
Severity growth_severity(const Network&, const Profile&);
std::optional<Span> growing_stream(const Network&, const Profile&, double part);
/// Precondition: attention is frozen.
Severity frozen_severity(const Profile&, Span);
std::optional<Span> frozen_attention(const Network&, const Profile&, double part);
std::optional<Span> uniform_attention(const Network&, const Profile&, double part);
std::optional<Span> sharp_router(const Network&, const Profile&, double part);
/// Precondition: experts are crowded.
Severity crowded_severity(const Profile&, Span);
/// Detects that few experts receive most of the tokens.
std::optional<Span> crowded_experts(const Network&, const Profile&, double part);
/// Precondition: scans have short memory.
Severity memory_severity(const Profile&, Span);
/// Detects a scan whose longest time constant is shorter than the span of its convolution.
std::optional<Span> short_memory(const Network&, const Profile&, double part);
/// Returns the first cross-entropy of a network that knows nothing but the preferences of its head's bias.
double least_cross_entropy(const Profile&, int outcomes);
/// Detects logits of large std, or a first cross-entropy far above ln V or below least_cross_entropy().
std::optional<Span> sharp_logits(const Network&, const Profile&, double part);

inline constexpr std::array<Criterion, 16> criteria {vanishing_signal, exploding_signal, saturated_units, dead_units,
    vanishing_gradient, exploding_gradient, alike_inputs, mixing_gain, starved_norm, growing_stream, frozen_attention,
    uniform_attention, sharp_router, crowded_experts, short_memory, sharp_logits};

}   // namespace stepzero
