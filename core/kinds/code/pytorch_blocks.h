// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of PyTorch code for networks that are made of blocks. Internal to core/kinds.
#pragma once

#include "core/kinds/code/pytorch.h"
#include "core/kinds/kinds.h"

namespace stepzero {

/// How branches write into the stream.
struct StreamCode : StreamSpec {   // where streams are several, a block is given its number
    bool norm_scaling = false;   ///< a block has a norm_factor
    bool packed = false;   ///< the schemes of q, k and v count the fans of the three as one
};

/// Whether the scheme makes α a parameter, and what makes it: of LayerScale in the shape of `channels`.
bool learns_scale(const StreamSpec& stream);
std::string learned_scale(const StreamSpec& stream, const std::string& channels);

/// `NORM_EPSILON = …` and what else the stream's lines name.
Lines stream_constants(const StreamSpec& stream, bool has_norm);

/// The class `Norm`.
std::string norm_class(NormKind kind, bool bias = false);
/// Of several streams: the classes of their maps, the lines that make x [streams, WIDTH] of one, and one of them; else
/// nothing.
std::string stream_classes(const StreamsSpec& streams);
Lines copied_lines(const StreamsSpec& streams);
Lines summed_lines(const StreamsSpec& streams);

/// In a block's __init__: the norms of a step and, where the scheme learns it, its scale; its connections if it is step
/// `step` of blocks of `steps`. `before`: whether it has a norm of its own on the stream.
Lines step_members(const StreamCode& stream, const std::string& word, const std::string& step, bool before = true);
/// In a block's forward: x ← s·x + α·F(x), F being the method `word`.
Lines step_lines(const StreamCode& stream, const std::string& word);
/// x ← s·x + α·F(x) + α·G(x), with norms of these names before and behind.
Lines parallel_lines(const StreamCode& stream, const std::string& first, const std::string& second, bool one_norm);
/// Whether a block has parameters that Stepzero's tensors lack.
bool has_other_parameters(const StreamCode& stream, const Activation& activation);

/// The method `initialize`, which fills every parameter by its plan. Roles are attributes of the network or of a
/// block, each with a weight. Precondition: all blocks are alike, but for roles that only those have whose attribute
/// `changes` is true.
std::string initialize_method(const std::vector<ParameterPlan>& plans, const StreamCode& stream);

/// φ of a network, or of the gate of a gated pair, parameters completed.
Activation activation_in_blocks(const Network& network);

/// All parameters, in the order of use.
std::vector<ParameterPlan> parameters_of(const NetworkPlan& plan);

}   // namespace stepzero
