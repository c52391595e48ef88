// SPDX-License-Identifier: GPL-3.0-or-later
// What all networks with a residual stream have in common: the options of norm, placement and scaling.
// Internal to core/architecture.
#pragma once

#include "core/network/architecture.h"
#include "core/modules/residual.h"
#include "core/modules/residual_schemes.h"

namespace stepzero {

/// norm, norm_placement, norm_epsilon, residual_scaling, skip, branch.
std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling);

/// What they say.
struct StreamSpec {
    Placement placement = Placement::pre;   ///< none where the norm is none
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5;
    double skip = 1, branch = 1;   ///< s and α, those of the scheme times the network's own
    ResidualScaling scaling;   ///< of the weights
};
StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch);

/// That of φ, or of the gate of a gated pair.
Activation block_activation(const Network& network);
/// For RoleInfo::present.
bool has_gate(const Network& network);

}   // namespace stepzero
