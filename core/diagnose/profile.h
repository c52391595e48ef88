// SPDX-License-Identifier: GPL-3.0-or-later
// A network as its findings see it, by layer or block: the same numbers from a measurement and from theory, so that
// what judges a network also judges a fix before it is simulated. Logarithms are natural, −inf for 0.
#pragma once

#include <optional>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"

namespace stepzero {

struct AttentionProfile {
    double spread = 0;   ///< of a query's logits, as AttentionHead::logit_spread; mean over heads
    double entropy = 0, log_visible = 0;
};

struct RouterProfile {
    double entropy = 0, log_experts = 0;
    double load_spread = 0;   ///< standard deviation of the experts' loads over their mean
    double most_spread = 0;   ///< the same where all tokens go to the same experts: √(n/k − 1)

    /// Whether all experts have the same logit.
    bool undecided() const { return !(entropy < (1 - 1e-9) * log_experts); }
};

/// Of products of H_res: ln of the gain of a signal from the start through a block, and of a gradient from the end back
/// through it (MixingGains).
struct GainProfile {
    double forward = 0, backward = 0;
};

/// Time constants of a selective scan, in tokens.
struct MemoryProfile {
    double shortest = 0, longest = 0;
    double spread = 0;   ///< standard deviation of their logarithms
};

struct LayerProfile {
    double ln_signal = 0;   ///< RMS of the preactivations; of a block's stream
    std::optional<double> ln_inner {};   ///< RMS of the preactivations in a block's branch
    double ln_output = 0;   ///< RMS of the outputs; of a block's stream
    double ln_output_std = 0;
    /// Norm of the gradient at the preactivations (RMS·√units, which differing widths leave alone); RMS of the
    /// gradient of a block's stream.
    std::optional<double> ln_gradient {};
    double saturated = 0;   ///< beyond the share of a standard normal preactivation
    double dead = 0;
    std::optional<AttentionProfile> attention {};
    std::optional<RouterProfile> router {};
    std::optional<GainProfile> gains {};   ///< of several streams
    std::optional<MemoryProfile> memory {};
    /// What differs between two inputs: 1 − c of the preactivations; of the tokens of a stream 1 − the mean cosine.
    std::optional<double> ln_difference {};
};

struct Profile {
    std::vector<LayerProfile> layers;   ///< shorter than the network where theory ends
    double ln_start = 0;   ///< of the input; of the stream before the first block
    std::optional<double> ln_start_difference;   ///< there
    std::optional<double> logit_std, cross_entropy;
    double spread = 0;   ///< of ln of the signal's RMS over networks; of dense networks with a law only, inf behind it

    /// Of a measured dense network: how far theory has ln of a size drift between the first layer and another, and the
    /// standard deviation over networks. What theory sees stay is not at fault for its luck.
    struct Expected {
        double drift = 0, spread = 0;
        bool lawful = true;   ///< false: the network is so narrow for its depth that any drift is chance
        bool may_die = false;   ///< a layer's units may all be zero by chance
        /// Whether a measured drift is this one with chance on top.
        bool explains(double measured) const;
    };
    std::optional<Expected> signal;   ///< to the last layer
    std::optional<Expected> body_signal, gradient, difference;   ///< to the last that is judged (body)
};

/// The last layer only reads out: it is linear where the one before is not, or narrower than what it reads. Such heads
/// are made small or zero on purpose.
bool has_head(const Network& network);
/// Of a network with so many layers, those that must hand on what they are given: without a head.
int body(const Network& network, int layers);

/// Σ 1/width of the layers that hand on what they are given: at which the variance of ln of a signal's square is 2 to 5
/// times that (Hanin, Nica 2018).
double depth_over_width(const NetworkPlan& plan);
/// Largest standard deviation of ln RMS over networks, of signals and, if wanted, gradients: 0 without a law, infinite
/// where it ends with depth since networks differ too much.
double spread_of(const Prediction& prediction, const NetworkPlan& plan, bool of_gradients);

/// ln(1 − c) of two inputs at an angle.
double ln_input_difference(double degrees);

Profile measured_profile(const Symptoms& symptoms);
/// Of the blocks that it covers; up to the first that it does not.
Profile profile_of(const Prediction& prediction, const NetworkPlan& plan);

/// What a prediction is asked for.
struct Asked {
    InputMoments known;   ///< stands in for an input from a file
    Extent extent;
    bool differences = false;   ///< of dense networks, for which they take most of the time
};
/// Without layers where the draws of a dense network differ by factors (thresholds::spread), so that theory promises
/// nothing. Throws Stopped.
Profile predicted_profile(const Experiment& experiment, const Asked& asked, const Context& context);

}   // namespace stepzero
