// SPDX-License-Identifier: GPL-3.0-or-later
// What all networks with a residual stream have in common: the options of norm, placement and scaling.
// Internal to core/kinds.
#pragma once

#include "core/base/words/text.h"
#include "core/kinds/kinds.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

/// norm, norm_placement, norm_epsilon, dyt_alpha, residual_scaling, skip, branch, streams, stream_mixing, mixing_std.
std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling);

/// What they say.
StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch);

/// The structure of what stands on the stream: with it, its norms, and whether linear maps have biases.
NetworkStructure stream_structure(const Network& network, const StreamSpec& stream);

/// That several streams go with the other options, for NetworkKind::check and fitted.
void check_streams(const Network& network, std::vector<Problem>& problems);
Network with_fitting_streams(const Network& changed, const Network& before);

/// The connections of each step as a source has them; none of a single stream. Throws Stopped.
std::vector<Connections> connections_of(
    const NetworkPlan& plan, const ParameterSource& parameters, const Context& context);
/// For theory: those of the first replica; absent where replicas differ in them, and theory is silent.
std::optional<std::vector<Connections>> connections_of(
    const Experiment& experiment, const NetworkPlan& plan, const Context& context);
/// The remark of theory where replicas differ in their mixing of streams.
inline Text replicas_mix_differently()
{
    return tr("no theory for several replicas: each mixes the streams differently");
}
/// Tells the gains of their products.
void tell_gains(const NetworkPlan& plan, const Pass& pass);
void add_gains(Prediction& prediction, const std::vector<Connections>& steps, const NetworkPlan& plan);

/// The plan of a network whose parameters are these, in the order of use. `preactivation` is the role whose output
/// enters the activation, `start` the site of the stream before the first block.
NetworkPlan stream_plan(const NetworkKind& kind, const Network& network, std::vector<ParameterPlan> parameters,
    const std::string& preactivation, const std::string& start);

/// Where a theory writes what it finds. Keeps a reference to the plan.
StreamSites stream_sites(const NetworkPlan& plan);

/// That of φ, or of the gate of a gated pair.
Activation block_activation(const Network& network);
/// For RoleInfo::present.
bool has_gate(const Network& network);

}   // namespace stepzero
