// SPDX-License-Identifier: GPL-3.0-or-later
// Shared parts of all networks with a residual stream: the options of norm, placement and scaling, and their checks.
// Internal to core/kinds.
#pragma once

#include "core/base/words/text.h"
#include "core/kinds/kinds.h"
#include "core/modules/token_network.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

/// Returns the options norm, norm_placement, norm_epsilon, dyt_alpha, residual_scaling, skip, branch, streams,
/// stream_mixing, mixing_std.
std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling);

/// Returns the stream that these options describe.
StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch);

/// Returns the structure of the stream: its norms, and whether linear maps have biases.
NetworkStructure stream_structure(const Network& network, const StreamSpec& stream);

/// Check that several streams fit the other options, for NetworkKind::check and fitted.
void check_streams(const Network& network, std::vector<Problem>& problems);
Network with_fitting_streams(const Network& changed, const Network& before);

/// Returns the connections of each step, as given by `parameters`; empty for a single stream. Throws Stopped.
std::vector<Connections> connections_of(
    const NetworkPlan& plan, const ParameterSource& parameters, const Context& context);
/// For theory: returns the connections of the first replica. Absent when replicas have different connections, which
/// theory does not cover.
std::optional<std::vector<Connections>> connections_of(
    const Experiment& experiment, const NetworkPlan& plan, const Context& context);
/// The remark of theory when replicas mix their streams differently.
inline Text replicas_mix_differently()
{
    return tr("no theory for several replicas: each mixes the streams differently");
}
/// Report the gains of products of the connections.
void tell_gains(const NetworkPlan& plan, const Pass& pass);
void add_gains(Prediction& prediction, const std::vector<Connections>& steps, const NetworkPlan& plan);

/// Makes the plan of a network with these parameters, in the order of use. The output of the role `preactivation`
/// enters the activation; `start` is the site of the stream before the first block.
NetworkPlan stream_plan(const NetworkKind& kind, const Network& network, std::vector<ParameterPlan> parameters,
    const std::string& preactivation, const std::string& start);

/// Returns the sites at which a theory stores its results. Keeps a reference to the plan. `samples` is the number of
/// samples that have conditions.
StreamSites stream_sites(const NetworkPlan& plan, int samples = 1);

/// Returns the scales of the norms whose roles a network specifies, by the name of the norm. `roles` has pairs of a
/// norm's name and its role.
std::map<std::string, RoleInitializer> norm_scales(
    const Network& network, std::initializer_list<std::pair<const char*, const char*>> roles);

/// Returns φ, or the activation of a gated pair's gate.
Activation block_activation(const Network& network);
/// For RoleInfo::present.
bool has_gate(const Network& network);

}   // namespace stepzero
