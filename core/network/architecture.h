// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of networks. The file format, the editors, simulation and export read what a kind has from here: a new kind
// is a file of its own and a line in the registry.
//
// A dense network is a stack of layers with schemes and activations of their own (expand(), simulate(), predict()).
// Every other kind is made of blocks that write into a residual stream, and a Body tells how: its layers are its
// blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/words/problem.h"
#include "core/modules/recorder.h"
#include "core/theory/block_prediction.h"

namespace stepzero {

/// A group of parameters that is filled alike: "q", "mlp_out", "norm_scale".
struct RoleInfo {
    std::string name;   ///< in files, and of sites and plans (core/modules)
    std::string label;   ///< for people: "query"
    Role kind = Role::weight;   ///< bias: vectors, a norm's scale
    bool in_blocks = true;   ///< one a block; else one a network
    bool (*present)(const Network&) = nullptr;   ///< whether a network has it; null: always
};

/// How much of an experiment a run takes.
struct Extent {
    int samples = 1;   ///< or sequences
    int tokens = 1;   ///< of a sequence
};

/// One residual step, by the word of its sites ("attention": attention_stream, attention_branch, …).
struct StepInfo {
    std::string word;
    std::string label;   ///< "attention", "MLP", "branch"
};

/// What a kind that is made of blocks can do. Precondition everywhere: the experiment passed validate().
struct Body {
    /// All roles, in the order of use. Those that the network does not name follow Network::weight, or, of kind bias,
    /// are ones.
    std::vector<RoleInfo> roles;
    std::vector<StepInfo> steps;   ///< of a block, in order
    std::string (*preactivation)(const Network&);   ///< role whose output enters the activation
    int (*attention_maps)(const Network&);   ///< how many there are, blocks times heads
    std::vector<ParameterPlan> (*parameters)(const Network&);   ///< all, in the order of use
    /// Forward, and backward if the experiment measures gradients, into `recorder`. Throws Stopped, BadInput.
    void (*run)(const Experiment&, Extent, const ParameterSource&, int replica, Recorder& recorder, const Context&);
    BlockPrediction (*predict)(const Experiment&, Extent, const Context&);
    double (*memory)(const Experiment&, Extent);   ///< bytes at the peak of run(), without the noise cache
    double (*cost)(const Experiment&, Extent);   ///< floating-point operations of run(), roughly
};

struct Architecture {
    std::string name;   ///< in files: "transformer"
    std::string label;   ///< for people: "Transformer"
    Network network;   ///< what a file of this kind starts from, options completed
    Input input;
    std::vector<ParameterInfo> options {};   ///< further keys of "network" in a file
    std::vector<std::string> distributions {};   ///< that its input may have
    bool takes_tokens = false;
    bool gated = false;   ///< its activation may be a gated pair: glu, reglu, geglu, swiglu, bilinear
    /// Relations between numbers that their own ranges do not show. May be empty.
    void (*check)(const Experiment&, std::vector<Problem>&) = nullptr;
    /// The nearest network that passes check() when one number of it was changed. May be empty.
    Network (*fitted)(const Network& changed, const Network& before) = nullptr;
    const Body* body = nullptr;   ///< null: dense
};

/// Every kind of the program, in the order of the menus.
const std::vector<Architecture>& architectures();
const Architecture* find_architecture(std::string_view name);   ///< nullptr when there is none
/// That of a network which passed validate(). Throws std::invalid_argument on an unknown kind.
const Architecture& architecture_of(const Network& network);

/// An option of a network: as it names it, else the default.
double option(const Network& network, std::string_view name);
const std::string& option_word(const Network& network, std::string_view name);
bool option_flag(const Network& network, std::string_view name);   ///< of the words "true" and "false"

/// A yes-or-no option, which files write as true or false.
ParameterInfo flag(std::string name, std::string label, bool by_default);
bool is_flag(const ParameterInfo& info);

/// The roles that a network has; none for a dense one.
std::vector<RoleInfo> roles_of(const Network& network);
/// The initializer of a role: the network's own for it, else Network::weight, or ones for vectors.
const Initializer& initializer_of(const Network& network, const std::string& role, Role kind);

/// Whether an activation is a gated pair, and the pairs.
bool is_gated(const Activation& activation);
const std::vector<std::string>& gated_pairs();

/// One file each.
const Architecture& dense_architecture();
const Architecture& residual_architecture();
const Architecture& transformer_architecture();

}   // namespace stepzero
