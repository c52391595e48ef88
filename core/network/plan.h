// SPDX-License-Identifier: GPL-3.0-or-later
// A network with nothing left to a default: made once from an experiment (NetworkKind::plan), and handed on.
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

/// A group of parameters that is filled alike: "q", "mlp_out", "norm_scale".
struct RoleInfo {
    std::string name;   ///< in files, and of sites and plans
    Text label;   ///< for people: "query"
    Role kind = Role::weight;   ///< bias: vectors, a norm's scale
    bool in_blocks = true;   ///< one a block; else one a network
    bool (*present)(const Network&) = nullptr;   ///< whether a network has it; null: always
    /// What fills it where the network does not say, completed; absent: as Network::weight, or of kind bias ones.
    std::optional<Initializer> usual {};
};

/// One residual step, by the word of its sites ("attention": attention_stream, attention_branch, …).
struct StepInfo {
    std::string word;
    Text label;   ///< "attention", "MLP", "branch"
};

/// A place where something is measured, the same in every block, or once outside of them.
struct SiteInfo {
    std::string role;   ///< of its Site
    Text label;   ///< for people: "preactivation", "the stream after MLP"
};

/// Which sites stand for what every block has, whatever it is made of.
struct Reading {
    std::string preactivation;   ///< what enters the activation
    std::string output;   ///< what leaves the block
    std::string gradient;   ///< where the block's gradient is told
    std::string weight;   ///< role of the matrix that stands for the block's weights: the last one
    std::string start;   ///< outside: what enters the first block
};

/// A block; of a dense network, a layer.
struct BlockPlan {
    int block = 1;   ///< counts from 1
    int features_in = 1, features_out = 1;   ///< units, or channels, that enter and leave …
    int positions_in = 1, positions_out = 1;   ///< … at each of so many positions
    Activation activation;   ///< parameters completed
    std::vector<ParameterPlan> parameters;   ///< in the order of use

    int entries_in() const { return features_in * positions_in; }   ///< numbers of a sample
    int entries_out() const { return features_out * positions_out; }
    /// The parameter of a role; nullptr when there is none.
    const ParameterPlan* find(std::string_view role, Role kind = Role::weight) const;
};

/// Weights that were read from a file, of all parameters of a plan.
struct GivenWeights {
    HeldParameters values;
    std::vector<Text> notes;   ///< sentences: what the file has in addition, or lacks
};

struct NetworkPlan {
    Network network;   ///< parameters completed
    const NetworkKind* kind = nullptr;   ///< never null
    std::vector<BlockPlan> blocks;   ///< at least one
    std::vector<LayerPlan> layers;   ///< of a kind whose blocks are plain layers (NetworkKind::layered), else empty
    std::vector<ParameterPlan> before, after;   ///< outside the blocks, in the order of use
    std::vector<RoleInfo> roles;   ///< that are present
    std::vector<StepInfo> steps;   ///< of a block, in order; none without a stream
    Reading reading;
    std::optional<int>
        outputs {};   ///< of the head after the blocks: numbers, classes or the vocabulary; null: no head
    /// Holds a shared pointer to the kind's own struct of the network's options: see spec_of().
    std::any spec {};
    /// Null: weights are drawn. Else each parameter's initializer is a normal law with the moments of what was read.
    std::shared_ptr<const GivenWeights> given {};

    int depth() const { return int(blocks.size()); }
    const BlockPlan& block(int number) const { return blocks.at(std::size_t(number - 1)); }
    /// All parameters, in the order of use. References live as long as the plan.
    std::vector<const ParameterPlan*> parameters() const;
};

/// What a kind made of the network's options when it planned. Throws std::bad_any_cast where it is of another type.
template <class Spec>
const Spec& spec_of(const NetworkPlan& plan)
{
    return *std::any_cast<const std::shared_ptr<const Spec>&>(plan.spec);
}

/// Of one replica: what the plan was given, or what is drawn. The plan must live as long.
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

/// How much of an experiment a run takes.
struct Extent {
    int samples = 1;   ///< or sequences
    int tokens = 1;   ///< of a sequence
    bool operator==(const Extent&) const = default;
};

}   // namespace stepzero
