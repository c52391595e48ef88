// SPDX-License-Identifier: GPL-3.0-or-later
// Converts an experiment to a transformer of words or of images, and provides what both kinds share. Simulation, theory
// and export all start from this spec.
#pragma once

#include <functional>

#include "core/kinds/kinds.h"
#include "core/kinds/stream.h"
#include "core/modules/transformer.h"

namespace stepzero {

/// Precondition of all functions: the network passed validate() and is a transformer; image_spec() needs one of images.
TransformerSpec transformer_spec(const Network& network);
/// Returns the spec with what theory needs besides: the distributions of weights that were given, and what the head's
/// bias predicts of the experiment's targets. Throws BadInput.
TransformerSpec spec_for_theory(const Experiment& experiment, const NetworkPlan& plan);

/// Returns the variables h, d_h and V of expressions, for words or images.
NumberVariables transformer_law_variables(const Network& network);
/// Returns the image part of the spec.
ImageSpec image_spec(const Network& network);

int head_width(const Network& network);
/// Returns the widths of latent attention; absent without it.
std::optional<LatentWidths> latent_widths(const Network& network);

/// Returns the fraction of tokens that reach a matrix. For an expert it is the mean over experts of the tokens that
/// choose it.
double share_of_tokens(const Network& network, const ParameterPlan& plan);

// Functions of NetworkKind for both kinds; check and fitted cover heads, experts and the widths of MLPs.
NetworkPlan transformer_plan(const NetworkKind& kind, const Network& network);
NetworkStructure transformer_structure(const Network& network);
/// Calls the theory with the connections of each step. Throws Stopped.
Prediction transformer_prediction(const Experiment& experiment, const NetworkPlan& plan, const Context& context,
    const std::function<Prediction(const std::vector<Connections>&)>& of_streams);
double transformer_memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent);
double transformer_cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent);
void check_attention(const Experiment& experiment, std::vector<Problem>& problems);
Network with_fitting_heads(const Network& changed, const Network& before);

}   // namespace stepzero
