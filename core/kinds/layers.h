// SPDX-License-Identifier: GPL-3.0-or-later
// Shared parts of the kinds whose blocks are plain layers (NetworkKind::layered): z = W x + b or a convolution, then x
// = φ(z). Their sites are "preactivation" and "activation_output", and their parameters are named "weight". Internal to
// core/kinds.
#pragma once

#include "core/base/words/text.h"
#include "core/kinds/kinds.h"
#include "core/modules/module.h"

namespace stepzero {

/// The plan includes the scales of norms; see normed_layers.h.
NetworkPlan plan_of_layers(const NetworkKind& kind, const Network& network);

// The option "norm" of kinds whose layers may have one.
bool has_unit_norm(const Network& network);   ///< in any layer
bool normalizes_batch(const Network& network);   ///< with BatchNorm in any layer
std::optional<BlockNorms> unit_norms_structure(const Network& network);
RoleInfo unit_norm_scale();
/// Offers the network without norms.
void offer_without_unit_norms(OfferList& offers);

/// NetworkKind::sizes for kernels on square images or along lines: "3 × 3 on 8 × 8".
Text kernel_sizes(double kernel, double side, bool square);

/// Returns the RMS of a signal in plain units.
double rms_of(const Signal& signal);

/// Returns the signal that the first layer reads.
Signal input_signal(Tensor batch, const NetworkPlan& plan, const Context& context);

/// Runs a network forward and backward on the whole batch at once. Returns the RMS of its input.
double pass_whole_batch(
    Module& network, const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass);
/// Records the decorrelation of pairs of inputs with this RMS, which pass as a separate batch, up to the layer where
/// `of_input` was lost. With BatchNorm, the pairs would change each other, and nothing is recorded.
void follow_pairs(Module& network, const Experiment& experiment, const NetworkPlan& plan, int replica, double rms,
    const Pass& of_input);

/// Returns why a scheme cannot fill a kernel, as the end of a sentence about it; usually empty.
Text kernel_problem(const Initializer& initializer, Shape shape, int groups);

/// Adds the RMS of the input to a prediction.
void set_input_rms(const InputMoments& input, Prediction& prediction);

/// NetworkKind::predict of these kinds.
Prediction predict_layers(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context& context);

}   // namespace stepzero
