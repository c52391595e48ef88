// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer as the experiment describes it.
#pragma once

#include "core/experiment/experiment.h"
#include "core/modules/transformer.h"

namespace stepzero {

/// Precondition: the network passed validate() and is a transformer.
TransformerSpec transformer_spec(const Network& network);

/// Of a role of queries, keys or values: by what its standard deviation changes since its scheme counts the fans of the
/// one matrix that all three are packed in, [width + 2·narrow, width]. 1 where they are split, and of other roles.
double packing(const Network& network, const std::string& role);

/// The share of tokens that come to a matrix: of an expert's, in the mean over experts, those that choose it.
double share_of_tokens(const Network& network, const ParameterPlan& plan);

}   // namespace stepzero
