// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of networks. The file format, the editors, simulation and export read what a kind has from here: a new kind
// is a file of its own and a line in the registry.
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

// The registry, in the order of menus: a member is a file that defines its function, and a word here.
#define STEPZERO_KINDS(kind)                                                                                           \
    kind(dense) kind(convolution) kind(residual) kind(resnet) kind(transformer) kind(vision_transformer)               \
        kind(state_space) kind(recurrent)

namespace stepzero {

class Module;   // core/modules/module.h
class DistributionRecorder;

/// What a kind of network can do. Precondition everywhere: the experiment passed validate(), and the plan is its.
struct NetworkKind {
    std::string name;   ///< in files: "transformer"
    Text label;   ///< for people: "Transformer"
    Network network;   ///< what a file of this kind starts from, options completed
    Input input;
    std::vector<ParameterInfo> options {};   ///< further keys of "network" in a file
    Text options_label {};   ///< what they describe, for people: "Positions"; empty: its blocks
    std::vector<std::string> distributions {};   ///< that its input may have
    bool takes_tokens = false;   ///< sequences of words; else numbers
    bool attends = false;   ///< a transformer: blocks of attention and MLP over tokens
    /// Each of its inputs is a sequence, of words or of patches, and at its end is a softmax.
    bool has_tokens() const { return takes_tokens || attends; }
    bool takes_weights = false;   ///< they may come from a file of tensors
    bool gated = false;   ///< its activation may be a gated pair: glu, reglu, geglu, geglu_tanh, swiglu, bilinear
    /// Relations between numbers that their own ranges do not show. May be empty.
    void (*check)(const Experiment&, std::vector<Problem>&) = nullptr;
    /// The nearest network that passes check() when one number of it was changed. May be empty.
    Network (*fitted)(const Network& changed, const Network& before) = nullptr;

    /// Its blocks are plain layers W x + b, φ, so widths, activations and schemes may differ from one to the next; two
    /// inputs are followed through depth, and the Jacobian has singular values.
    bool layered = false;
    bool kernels = false;   ///< weights are kernels of convolutions
    bool scans = false;   ///< its blocks scan their tokens and have a memory length
    Text mixer {};   ///< what averages over tokens, for people: "attention"
    /// Further sizes for titles, next to depth and widths: "3 × 3 on 8 × 8"; null: there are none.
    Text (*sizes)(const Network&) = nullptr;
    Text unit() const   ///< what people call a block: "layer", "block", "step"
    {
        return !unit_word.empty() ? unit_word : layered ? tr("layer") : tr("block");
    }
    Text numbered_unit(int number) const   ///< "layer 3", "block 3", "step 3"
    {
        return layered ? tr("layer %1", number) : steps_of_input ? tr("step %1", number) : tr("block %1", number);
    }
    /// All roles, in the order of use. Those that the network does not name are filled as usual (RoleInfo). None where
    /// `layered`.
    std::vector<RoleInfo> roles {};
    std::vector<StepInfo> steps {};   ///< of a block, in order; none without a residual stream
    NetworkPlan (*plan)(const Network&) = nullptr;
    NetworkStructure (*structure)(const Network&) = nullptr;   ///< null: plain layers without anything of it
    /// Where `layered`: the network as one module, whose Jacobian is a product, a step a layer. The plan must live as
    /// long.
    std::unique_ptr<Module> (*body)(const NetworkPlan&) = nullptr;
    /// The experiment's input goes forward, and a gradient backward if the pass asks for it. The recorder knows where
    /// it ended. Throws Stopped, BadInput.
    void (*pass)(const Experiment&, const NetworkPlan&, Extent, int replica, Pass&) = nullptr;
    /// The same of a batch from outside. What has tokens asks for targets and takes the sum of their cross-entropies;
    /// of the others `cotangent` is asked. Throws Stopped, std::invalid_argument.
    void (*pass_batch)(const NetworkPlan&, const Batch&, const OutputGradient& cotangent, Pass&) = nullptr;
    /// `known` stands in for an input from a file. Throws Stopped.
    Prediction (*predict)(
        const Experiment&, const NetworkPlan&, Extent, const std::optional<InputMoments>& known, const Context&)
        = nullptr;
    /// Bytes at the peak of a pass with statistics, without the noise cache.
    double (*memory)(const Experiment&, const NetworkPlan&, Extent) = nullptr;
    /// Floating-point operations of a pass, roughly.
    double (*cost)(const Experiment&, const NetworkPlan&, Extent) = nullptr;

    std::string length = "depth";   ///< key of a file for the number of blocks: "steps" of a sequence
    Text unit_word {};   ///< what people call a block; empty: layer or block
    bool has_input_width = false;   ///< its input may be of another width than its blocks, as that of plain layers may
    bool takes_input_width() const { return layered || has_input_width; }
    bool biases_follow = false;   ///< vectors of roles that a network does not name are as Network::bias, not ones
    /// A sample of its input is a sequence of so many steps; null: it is none. Files of tensors have all of the
    /// network's steps, with zeros where the input has ended.
    int (*steps_of_input)(const Network&) = nullptr;
    /// Sites that results have beside a block's output, as far as a network has them; gates, by which other numbers are
    /// multiplied, are a group.
    std::vector<SiteInfo> sites {}, gates {};
    /// Where not `layered`: log10 of the singular values of the Jacobian through all blocks at the first sample; null:
    /// it has none. Throws Stopped, BadInput.
    LogSpectrum (*jacobian)(const Experiment&, const NetworkPlan&, NoiseCache&, int replica, const Context&) = nullptr;
    /// What a file calls the tensor that a parameter is a part of, parts below each other in the order of use; null:
    /// each is a tensor of its own name.
    std::string (*tensor_name)(const ParameterPlan&) = nullptr;
    /// Of a matrix outside the blocks: whether both its sides grow with the network's width; null: none does.
    bool (*grows_both)(const ParameterPlan&) = nullptr;

    /// Changes that may fix a network, the simplest first. Those to the initializers of plain layers are not among
    /// them.
    std::vector<Offer> (*offers)(const Experiment&, const NetworkPlan&, const Complaint&)
        = nullptr;   ///< null: nothing
    /// Complete re-initializations for a network that no single change fixes; null: those for plain layers.
    std::vector<Offer> (*offers_anew)(const Experiment&, const NetworkPlan&) = nullptr;
    std::vector<CodeWriter> code {};   ///< one a framework at most
    std::vector<ComparisonKind> comparisons {};   ///< in the order of menus; two kinds may have the same
};

/// Every kind of the program, in the order of the menus.
const std::vector<NetworkKind>& kinds();
/// One more, for this run of the program. Precondition: nothing has looked at kinds() yet, and no other has its name.
void add_kind(const NetworkKind& kind);
const NetworkKind* find_kind(std::string_view name);   ///< nullptr when there is none
/// That of a network which passed validate(). Throws std::invalid_argument on an unknown kind.
const NetworkKind& kind_of(const Network& network);

/// An option of a network: as it names it, else the default.
double option(const Network& network, std::string_view name);
const std::string& option_word(const Network& network, std::string_view name);
/// Of the words "true" and "false"; false where the kind has no such option.
bool option_flag(const Network& network, std::string_view name);

bool has_option(const Network& network, std::string_view name);

/// Whether a network has norms.
bool has_norms(const Network& network);
/// Whether a norm stands on the residual stream after each sum.
bool norms_hold_stream(const Network& network);

/// Multiplies what branches add to the stream and the logits of attention, where the kind has such options.
Network with_multipliers(const Network& network, double branch, double attention);

/// The plan of a network that passed validate(): made once, and handed on.
NetworkPlan plan_of(const Network& network);
/// All that theory says. Throws Stopped.
Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context);

/// The roles that a network has; none of a layered one.
std::vector<RoleInfo> roles_of(const Network& network);
/// The initializer of a role: the network's own for it, else the role's usual one, else Network::weight, or ones for
/// vectors.
const Initializer& initializer_of(const Network& network, const std::string& role, Role kind);

/// Whether an activation is a gated pair, and the pairs.
bool is_gated(const Activation& activation);
const std::vector<std::string>& gated_pairs();

/// One file each.
#define STEPZERO_DECLARE(name) const NetworkKind& name##_kind();
STEPZERO_KINDS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
