// SPDX-License-Identifier: GPL-3.0-or-later
// What all networks with a residual stream have in common: the options of norm, placement and scaling.
// Internal to core/kinds.
#pragma once

#include "core/kinds/kinds.h"
#include "core/modules/residual.h"
#include "core/modules/residual_schemes.h"
#include "core/theory/stream_prediction.h"

namespace stepzero {

/// norm, norm_placement, norm_epsilon, dyt_alpha, residual_scaling, skip, branch.
std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling);

/// What they say.
struct StreamSpec {
    Placement placement = Placement::pre;   ///< none where the norm is none, or where norms belong to layers
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5, alpha = 0.5;
    double skip = 1, branch = 1;   ///< s and α, those of the scheme times the network's own
    ResidualScaling scaling;   ///< of the weights
};
StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch);

/// The plan of a network whose parameters are these, in the order of use. `preactivation` is the role whose output
/// enters the activation, `start` the site of the stream before the first block.
NetworkPlan stream_plan(const NetworkKind& kind, const Network& network, std::vector<ParameterPlan> parameters,
    const std::string& preactivation, const std::string& start);

/// Step by step as by site.
Prediction prediction_of(const StreamPrediction& stream, const NetworkPlan& plan);

/// That of φ, or of the gate of a gated pair.
Activation block_activation(const Network& network);
/// For RoleInfo::present.
bool has_gate(const Network& network);

}   // namespace stepzero
