// SPDX-License-Identifier: GPL-3.0-or-later
// A network in which every default has been replaced by a value: its blocks, and the shape and initializer of each
// parameter. NetworkKind::plan() makes it once from an experiment; simulation, theory and export all work from it.
#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/parameter.h"

namespace stepzero {

struct NetworkKind;   // core/kinds/kinds.h

/// A group of parameters that are initialized in the same way: "q", "mlp_out", "norm_scale".
struct RoleInfo {
    std::string name;   ///< as in files, sites and plans
    Text label;   ///< display name: "query"
    Role kind = Role::weight;   ///< Role::bias also covers vectors and the scale of a norm
    bool in_blocks = true;   ///< true: one per block; false: one per network
    bool (*present)(const Network&) = nullptr;   ///< returns true when a network has this role; null: always present
    /// The initializer when the network specifies none, with completed parameters. Absent: Network::weight, or its
    /// counterpart when `kind` is bias.
    std::optional<Initializer> usual {};
    std::string follows {};   ///< the role whose initializer it uses instead, for example "norm_scale"; empty: none
};

/// One residual step, named by the prefix of its sites ("attention": attention_stream, attention_branch, …).
struct StepInfo {
    std::string word;
    Text label;   ///< "attention", "MLP", "branch"
};

/// A place where quantities are measured: the same in every block, or a single one outside the blocks.
struct SiteInfo {
    std::string role;   ///< the role of its Site
    Text label;   ///< display name: "preactivation", "the stream after MLP"
};

/// The sites that represent a block, whatever the block consists of.
struct Reading {
    std::string preactivation;   ///< input of the activation
    std::string output;   ///< output of the block
    std::string gradient;   ///< site at which the gradient of the block is reported
    std::string weight;   ///< role of the matrix that represents the block's weights: the last one
    std::string start;   ///< site outside the blocks: input of the first block
};

/// One block; in a dense network, one layer.
struct BlockPlan {
    int block = 1;   ///< counts from 1
    int features_in = 1, features_out = 1;   ///< units or channels at the input and output of the block …
    int positions_in = 1, positions_out = 1;   ///< … at each of this many positions
    Activation activation;   ///< with completed parameters
    std::vector<ParameterPlan> parameters;   ///< in the order of use

    int entries_in() const { return features_in * positions_in; }   ///< numbers per sample
    int entries_out() const { return features_out * positions_out; }
    /// Returns the parameter of a role, or nullptr when there is none.
    const ParameterPlan* find(std::string_view role, Role kind = Role::weight) const;
};

/// Weights read from a file, for all parameters of a plan.
struct GivenWeights {
    HeldParameters values;
    std::vector<Text> notes;   ///< sentences about what the file has in addition or lacks
};

struct NetworkPlan {
    Network network;   ///< with completed parameters
    const NetworkKind* kind = nullptr;   ///< never null
    std::vector<BlockPlan> blocks;   ///< at least one
    std::vector<LayerPlan> layers;   ///< for kinds whose blocks are plain layers (NetworkKind::layered), else empty
    std::vector<ParameterPlan> before, after;   ///< outside the blocks, in the order of use
    std::vector<RoleInfo> roles;   ///< the roles that are present
    std::vector<StepInfo> steps;   ///< residual steps of a block, in order; empty without a residual stream
    Reading reading;
    std::optional<int>
        outputs {};   ///< size of the head's output after the blocks: numbers, classes or vocabulary; null: no head
    /// Holds a shared pointer to the kind's own struct of network options; see spec_of().
    std::any spec {};
    /// Null: weights are sampled. Otherwise each parameter's initializer is a normal distribution with the moments of
    /// the weights that were read.
    std::shared_ptr<const GivenWeights> given {};

    int depth() const { return int(blocks.size()); }
    const BlockPlan& block(int number) const { return blocks.at(std::size_t(number - 1)); }
    /// All parameters, in the order of use. References live as long as the plan.
    std::vector<const ParameterPlan*> parameters() const;
};

/// Returns the kind's struct of network options that NetworkKind::plan() stored. Throws std::bad_any_cast when it has
/// another type.
template <class Spec>
const Spec& spec_of(const NetworkPlan& plan)
{
    return *std::any_cast<const std::shared_ptr<const Spec>&>(plan.spec);
}

/// The parameters of one replica: the given weights of the plan, or sampled ones. The plan must outlive it.
class NetworkParameters : public ParameterSource {
public:
    NetworkParameters(const NetworkPlan& plan, std::uint64_t seed, int replica, NoiseCache& cache)
        : drawn_(seed, replica, cache),
          source_(plan.given ? static_cast<const ParameterSource&>(plan.given->values) : drawn_)
    {
    }

    ScaledMatrix matrix(const ParameterPlan& plan, const Context& context) const override
    {
        return source_.matrix(plan, context);
    }
    Eigen::VectorXf vector(const ParameterPlan& plan, const Context& context) const override
    {
        return source_.vector(plan, context);
    }

private:
    DrawnParameters drawn_;
    const ParameterSource& source_;
};

/// The part of an experiment's input that a run uses.
struct Extent {
    int samples = 1;   ///< samples or sequences
    int tokens = 1;   ///< tokens per sequence
    bool operator==(const Extent&) const = default;
};

}   // namespace stepzero
