// SPDX-License-Identifier: GPL-3.0-or-later
// A profile is the data that findings are based on, per layer or block. It has the same numbers from a measurement and
// from theory, so that criteria judge a fix before it is simulated. Logarithms are natural, −inf for 0.
#pragma once

#include <optional>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/kinds/kinds.h"
#include "core/network/input/head_prior.h"

namespace stepzero {

struct AttentionProfile {
    double spread = 0;   ///< standard deviation of a query's logits, see AttentionHead::logit_spread; mean over heads
    double entropy = 0, log_visible = 0;
};

struct RouterProfile {
    double entropy = 0, log_experts = 0;
    double load_spread = 0;   ///< standard deviation of the experts' loads over their mean
    double most_spread = 0;   ///< the same if all tokens are routed to the same experts: √(n/k − 1)

    /// Returns whether all experts have the same logit.
    bool undecided() const { return !(entropy < (1 - 1e-9) * log_experts); }
};

/// Gains of products of H_res as logarithms: of a signal from the start through a block, and of a gradient from the end
/// back through it (MixingGains).
struct GainProfile {
    double forward = 0, backward = 0;
};

/// Time constants of a selective scan, in tokens.
struct MemoryProfile {
    double shortest = 0, longest = 0;
    double spread = 0;   ///< standard deviation of their logarithms
};

struct LayerProfile {
    double ln_signal = 0;   ///< RMS of preactivations; for a block, of its stream
    std::optional<double> ln_inner {};   ///< RMS of preactivations in a block's branch
    double ln_output = 0;   ///< RMS of outputs; for a block, of its stream
    double ln_output_std = 0;
    /// Norm of the gradient at the preactivations (RMS·√units, which is independent of differing widths). For a block,
    /// RMS of the gradient of its stream.
    std::optional<double> ln_gradient {};
    double saturated = 0;   ///< fraction in excess of that of a standard normal preactivation
    double dead = 0;
    std::optional<AttentionProfile> attention {};
    std::optional<RouterProfile> router {};
    std::optional<GainProfile> gains {};   ///< with several streams
    std::optional<MemoryProfile> memory {};
    std::optional<double> rounding_error {};   ///< of the output, in low precision
    /// Difference between two inputs: 1 − c of the preactivations. For tokens of a stream, 1 − the mean cosine.
    std::optional<double> ln_difference {};
};

struct Profile {
    std::vector<LayerProfile> layers;   ///< ends early if theory does
    double ln_start = 0;   ///< ln of the RMS of the input; for blocks, of the stream before the first one
    std::optional<double> ln_start_difference;   ///< difference at the same place
    std::optional<double> logit_std, cross_entropy;
    std::optional<HeadPrior> prior;   ///< what the head's bias predicts, for targets with these frequencies
    double spread = 0;   ///< spread over networks of ln of the signal's RMS; only for dense networks with a theory of
                         ///< it, infinite beyond it

    /// For a measured dense network: predicted drift of ln of a size between the first layer and another, and its
    /// standard deviation over networks. A drift that this scatter explains is not a problem.
    struct Expected {
        double drift = 0, spread = 0;
        bool lawful = true;   ///< false: the network is so narrow for its depth that any drift is random
        bool may_die = false;   ///< all units of a layer may be zero by chance
        /// Returns whether a measured drift is this one plus random scatter.
        bool explains(double measured) const;
    };
    std::optional<Expected> signal;   ///< to the last layer
    std::optional<Expected> body_signal, gradient, difference;   ///< to the last layer that is judged (body)
};

/// Returns whether the last layer only reads out: it is linear but the previous one is not, or it is narrower than its
/// input. Such heads are made small or zero on purpose.
bool has_head(const Network& network);
/// Returns the number of layers that must preserve the signal: all but a head.
int body(const Network& network, int layers);

/// Returns Σ 1/width of the layers that must preserve the signal. The variance of ln of a signal's square is 2 to 5
/// times that (Hanin, Nica 2018).
double depth_over_width(const NetworkPlan& plan);
/// Returns the largest standard deviation of ln RMS over networks, of signals and, if requested, gradients. It is 0
/// without a theory of the spread, and infinite if that ends with depth because networks differ too much.
double spread_of(const Prediction& prediction, const NetworkPlan& plan, bool of_gradients);

/// Returns ln(1 − c) of two inputs at an angle.
double ln_input_difference(double degrees);

Profile measured_profile(const Symptoms& symptoms);
/// Returns the profile of the covered blocks, up to the first that is not covered.
Profile profile_of(const Prediction& prediction, const NetworkPlan& plan);

/// Parameters of a prediction.
struct Asked {
    InputMoments known;   ///< replaces an input from a file
    Extent extent;
    bool differences = false;   ///< only of dense networks, for which they take most of the time
};
/// Returns a profile without layers, but with its spread, when samples of a dense network differ by large factors
/// (thresholds::spread), so that theory predicts nothing. Throws Stopped.
Profile predicted_profile(const Experiment& experiment, const Asked& asked, const Context& context);

}   // namespace stepzero
