// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of PyTorch code for networks made of blocks: norms, residual steps and initialization. Internal to core/kinds.
#pragma once

#include "core/kinds/code/pytorch.h"
#include "core/kinds/kinds.h"

namespace stepzero {

/// The way branches write into the stream.
struct StreamCode : StreamSpec {   // with several streams, a block is passed its number
    bool norm_scaling = false;   ///< blocks have a norm_factor
    bool modulated = false;   ///< a block has a method `modulated` and a modulation for each branch
    bool packed = false;   ///< the schemes of q, k and v use the fans of the three together
};

/// Return whether the scheme makes α a parameter, and the expression for it; LayerScale uses the shape `channels`.
bool learns_scale(const StreamSpec& stream);
std::string learned_scale(const StreamSpec& stream, const std::string& channels);

/// Returns `NORM_EPSILON = …` and the other constants that the stream's lines use.
Lines stream_constants(const StreamSpec& stream, bool has_norm);

/// Returns the Python class `Norm` of this kind, with a shift β if `bias`.
std::string norm_class(NormKind kind, bool bias = false);
/// For several streams, return the classes of their maps, the lines that copy x to [streams, WIDTH], and the lines that
/// sum the streams. Otherwise they return nothing.
std::string stream_classes(const StreamsSpec& streams);
Lines copied_lines(const StreamsSpec& streams);
Lines summed_lines(const StreamsSpec& streams);

/// Returns the lines for a block's __init__: the norms of a step and, when the scheme learns it, its scale. With
/// several streams, also its connections; it is step `step` of the network. `before`: the step has its own norm on the
/// stream.
Lines step_members(const StreamCode& stream, const std::string& word, const std::string& step, bool before = true);
/// Returns the lines for a block's forward: x ← s·x + α·F(x), where F is the method `word`.
Lines step_lines(const StreamCode& stream, const std::string& word);
/// Returns x ← s·x + α·F(x) + α·G(x), with norms of these names before and after.
Lines parallel_lines(const StreamCode& stream, const std::string& first, const std::string& second, bool one_norm);
/// Returns whether a block has parameters that Stepzero's tensors do not contain.
bool has_other_parameters(const StreamCode& stream, const Activation& activation);

/// Returns the method `initialize`, which fills every parameter by its plan. Roles are attributes of the network or of
/// a block, each with a weight. Precondition: all blocks are equal, except for expressions of initializers, and for
/// roles that only some blocks have, in which `attribute` is true.
std::string initialize_method(
    const std::vector<ParameterPlan>& plans, const StreamCode& stream, const std::string& attribute = "changes");

/// Returns φ of a network, or of the gate of a gated pair, with completed parameters.
Activation activation_in_blocks(const Network& network);

/// Returns all parameters in the order of use.
std::vector<ParameterPlan> parameters_of(const NetworkPlan& plan);

}   // namespace stepzero
