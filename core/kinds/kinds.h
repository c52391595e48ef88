// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of networks, such as transformers and ResNets. The file format, the editors, simulation and export read the
// properties of a kind from here. A new kind needs one file and a line in the registry.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/problem.h"
#include "core/base/words/text.h"
#include "core/kinds/code/framework.h"
#include "core/kinds/comparisons/comparison.h"
#include "core/kinds/offers/offer.h"
#include "core/kinds/structure.h"
#include "core/modules/output_gradient.h"
#include "core/modules/record.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/batch.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/network/plan.h"
#include "core/theory/input_moments.h"
#include "core/theory/prediction.h"

// The registry, in the order of menus. Each member is a file that defines its function, and a word here.
#define STEPZERO_KINDS(kind)                                                                                           \
    kind(dense) kind(convolution) kind(residual) kind(resnet) kind(transformer) kind(vision_transformer)               \
        kind(state_space) kind(recurrent)

namespace stepzero {

class Module;   // core/modules/module.h
class DistributionRecorder;

/// The properties and functions of a kind of network. Precondition of all functions: the experiment passed validate(),
/// and the plan was made from it.
struct NetworkKind {
    std::string name;   ///< as in files: "transformer"
    Text label;   ///< display name: "Transformer"
    Network network;   ///< defaults of a file of this kind, with completed options
    Input input;
    std::vector<ParameterInfo> options {};   ///< additional keys of "network" in a file
    Text options_label {};   ///< display name of what they describe: "Positions"; empty: its blocks
    std::vector<std::string> distributions {};   ///< distributions that its input may have
    bool takes_tokens = false;   ///< true: sequences of words; false: numbers
    bool attends = false;   ///< a transformer: blocks of attention and MLP over tokens
    /// Returns whether each input is a sequence of words or patches, and the network ends in a softmax.
    bool has_tokens() const { return takes_tokens || attends; }
    bool takes_weights = false;   ///< weights may come from a file of tensors
    bool gated = false;   ///< its activation may be a gated pair: glu, reglu, geglu, geglu_tanh, swiglu, bilinear
    /// Checks relations between numbers that their separate ranges do not cover. May be null.
    void (*check)(const Experiment&, std::vector<Problem>&) = nullptr;
    /// Returns the nearest network that passes check() after one number was changed. May be null.
    Network (*fitted)(const Network& changed, const Network& before) = nullptr;

    /// Its blocks are plain layers W x + b, φ, so widths, activations and schemes may differ between them. Pairs of
    /// inputs are followed through depth, and the Jacobian has singular values.
    bool layered = false;
    bool kernels = false;   ///< weights are convolution kernels
    bool scans = false;   ///< blocks scan their tokens and have a memory length
    Text mixer {};   ///< display name of the operation that averages over tokens: "attention"
    /// Returns further sizes for titles, next to depth and widths: "3 × 3 on 8 × 8"; null: there are none.
    Text (*sizes)(const Network&) = nullptr;
    Text unit() const   ///< display name of a block: "layer", "block", "step"
    {
        return !unit_word.empty() ? unit_word : layered ? tr("layer") : tr("block");
    }
    Text numbered_unit(int number) const   ///< "layer 3", "block 3", "step 3"
    {
        return layered ? tr("layer %1", number) : steps_of_input ? tr("step %1", number) : tr("block %1", number);
    }
    /// All roles, in the order of use; when `layered`, only those besides weights and biases. Roles that the network
    /// does not name use the default of RoleInfo.
    std::vector<RoleInfo> roles {};
    std::vector<StepInfo> steps {};   ///< residual steps of a block, in order; empty without a residual stream
    NetworkPlan (*plan)(const Network&) = nullptr;
    NetworkStructure (*structure)(const Network&) = nullptr;   ///< null: plain layers without any of its members
    /// When `layered`: returns the network as one module whose Jacobian is a product with one step per layer. The plan
    /// must outlive it.
    std::unique_ptr<Module> (*body)(const NetworkPlan&) = nullptr;
    /// Runs the experiment's input forward, and a gradient backward if the pass asks for it. The recorder knows the
    /// place where the pass ended. Throws Stopped, BadInput.
    void (*pass)(const Experiment&, const NetworkPlan&, Extent, int replica, Pass&) = nullptr;
    /// As above, for a batch from outside. Networks with tokens need targets and use the sum of their cross-entropies;
    /// others call `cotangent`. Throws Stopped, std::invalid_argument.
    void (*pass_batch)(const NetworkPlan&, const Batch&, const OutputGradient& cotangent, Pass&) = nullptr;
    /// Returns the prediction of theory. `known` replaces the moments of an input from a file. Throws Stopped.
    Prediction (*predict)(
        const Experiment&, const NetworkPlan&, Extent, const std::optional<InputMoments>& known, const Context&)
        = nullptr;
    /// Returns the peak memory of a pass with statistics in bytes, without the noise cache.
    double (*memory)(const Experiment&, const NetworkPlan&, Extent) = nullptr;
    /// Returns the approximate number of floating-point operations of a pass.
    double (*cost)(const Experiment&, const NetworkPlan&, Extent) = nullptr;

    /// Returns the variables of expressions that its networks have, in addition to those common to all kinds, or
    /// instead of them: h, d_h, V. Null: none. Layers of a `layered` kind have the common ones only.
    NumberVariables (*law_variables)(const Network&) = nullptr;

    std::string length = "depth";   ///< key in files for the number of blocks: "steps" for a sequence
    Text unit_word {};   ///< display name of a block; empty: layer or block
    bool has_input_width = false;   ///< its input may have another width than its blocks, as for plain layers
    bool takes_input_width() const { return layered || has_input_width; }
    bool biases_follow = false;   ///< vectors of roles that a network does not name use Network::bias instead of ones
    /// Returns the number of steps of a sample that is a sequence; null: samples are not sequences. Files of tensors
    /// have all of the network's steps, with zeros after the end of the input.
    int (*steps_of_input)(const Network&) = nullptr;
    /// Further sites in results, in addition to a block's output, if a network has them. Gates, which multiply other
    /// numbers, form a separate group.
    std::vector<SiteInfo> sites {}, gates {};
    /// When not `layered`: returns log10 of the singular values of the Jacobian through all blocks at the first sample;
    /// null: not available. Throws Stopped, BadInput.
    LogSpectrum (*jacobian)(const Experiment&, const NetworkPlan&, NoiseCache&, int replica, const Context&) = nullptr;
    /// Returns the name in files of the tensor that a parameter is a part of; parts are stacked in the order of use.
    /// Null: each parameter is a tensor with its own name.
    std::string (*tensor_name)(const ParameterPlan&) = nullptr;
    /// Returns whether both sides of a matrix outside the blocks grow with the network's width; null: never.
    bool (*grows_both)(const ParameterPlan&) = nullptr;

    /// Returns changes that may fix a network, simplest first, without those to the initializers of plain layers.
    std::vector<Offer> (*offers)(const Experiment&, const NetworkPlan&, const Complaint&)
        = nullptr;   ///< null: no changes
    /// Returns complete re-initializations for a network that no single change fixes; null: those for plain layers.
    std::vector<Offer> (*offers_anew)(const Experiment&, const NetworkPlan&) = nullptr;
    std::vector<CodeWriter> code {};   ///< at most one per framework
    std::vector<ComparisonKind> comparisons {};   ///< in the order of menus; kinds may share comparisons
};

/// Returns every kind of the program, in the order of the menus.
const std::vector<NetworkKind>& kinds();
/// Adds a kind for this run of the program. Precondition: kinds() has not been called yet, and the name is unused.
void add_kind(const NetworkKind& kind);
const NetworkKind* find_kind(std::string_view name);   ///< nullptr when there is none
/// Returns the kind of a network that passed validate(). Throws std::invalid_argument for an unknown kind.
const NetworkKind& kind_of(const Network& network);

/// Returns an option of a network, or its default when the network does not set it.
double option(const Network& network, std::string_view name);
int whole_option(const Network& network, std::string_view name);   ///< rounded to a whole number
const std::string& option_word(const Network& network, std::string_view name);
/// Returns an option with the words "true" and "false"; false when the kind has no such option.
bool option_flag(const Network& network, std::string_view name);

bool has_option(const Network& network, std::string_view name);
/// Returns whether the word of an option is another than "none"; false when the kind has no such option.
bool option_chosen(const Network& network, std::string_view name);

bool has_norms(const Network& network);
/// Returns whether a norm follows each sum on the residual stream.
bool norms_hold_stream(const Network& network);

/// Multiplies what branches add to the stream and the logits of attention, where the kind has such options.
Network with_multipliers(const Network& network, double branch, double attention);

/// Makes the plan of a network that passed validate(). Call it once and pass the plan on.
NetworkPlan plan_of(const Network& network);
/// Returns all predictions of theory. Throws Stopped.
Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context);

/// Returns the roles that a network has.
std::vector<RoleInfo> roles_of(const Network& network);
/// Returns the initializer of a role: the network's own, or else the default of the role or that of the role it
/// follows, or else Network::weight (for vectors: ones).
const Initializer& initializer_of(const Network& network, const std::string& role, Role kind);
/// Returns the role whose initializer a role uses: its own name if the network specifies it, or else the role it
/// follows.
const std::string& initializing_role(const Network& network, const RoleInfo& role);
/// For RoleInfo::follows: the role uses Network::bias if the network specifies nothing else.
inline constexpr const char* role_of_biases = "bias";
/// The role that the scales γ of norms follow if the network does not specify them one by one.
inline constexpr const char* role_of_norms = "norm_scale";
/// Returns whether a role is the scale of norms: `role_of_norms`, or one that follows it.
bool scales_norms(const RoleInfo& role);
/// Returns the roles of scales of norms that a network specifies and has.
std::vector<RoleInfo> specified_norm_scales(const Network& network);

/// Returns the variables that expressions of initializers have in this network, apart from those of a matrix.
NumberVariables law_variables_of(const Network& network);
/// Returns the initializer of a role with the numbers that its expressions have in a block (0: outside), for a square
/// matrix.
Initializer initializer_in_block(const Network& network, const std::string& role, Role kind, int block);

/// Return whether an activation is a gated pair, and all gated pairs.
bool is_gated(const Activation& activation);
const std::vector<std::string>& gated_pairs();

/// Each kind is defined in its own file.
#define STEPZERO_DECLARE(name) const NetworkKind& name##_kind();
STEPZERO_KINDS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
