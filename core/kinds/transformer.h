// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer as the experiment describes it, of words or of images, and what both kinds have in common.
#pragma once

#include <functional>

#include "core/kinds/kinds.h"
#include "core/kinds/stream.h"
#include "core/modules/transformer.h"

namespace stepzero {

/// Precondition of all: the network passed validate() and is a transformer, of images where it says so.
TransformerSpec transformer_spec(const Network& network);
/// With the laws of weights that were given.
TransformerSpec measured_spec(const NetworkPlan& plan);
/// Of images.
ImageSpec image_spec(const Network& network);

/// Of a role of queries, keys or values: by what its standard deviation changes since its scheme counts the fans of the
/// one matrix that all three are packed in, [queries + 2·narrow, width]. 1 where they are split, and of other roles.
double packing(const Network& network, const std::string& role);

int head_width(const Network& network);

/// The share of tokens that come to a matrix: of an expert's, in the mean over experts, those that choose it.
double share_of_tokens(const Network& network, const ParameterPlan& plan);

// Of NetworkKind, for both kinds: heads, experts and the widths of MLPs are checked, and heads fitted.
NetworkPlan transformer_plan(const NetworkKind& kind, const Network& network);
NetworkStructure transformer_structure(const Network& network);
/// Of theory that is given the connections of each step. Throws Stopped.
Prediction transformer_prediction(const Experiment& experiment, const NetworkPlan& plan, const Context& context,
    const std::function<Prediction(const std::vector<Connections>&)>& of_streams);
double transformer_memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent);
double transformer_cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent);
void check_attention(const Experiment& experiment, std::vector<Problem>& problems);
Network with_fitting_heads(const Network& changed, const Network& before);

}   // namespace stepzero
