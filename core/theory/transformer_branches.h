// SPDX-License-Identifier: GPL-3.0-or-later
// The branches of a transformer in theory (transformer_theory.h). Internal to core/theory.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/words/text.h"
#include "core/math/quadrature/quadrature.h"
#include "core/modules/modulation.h"
#include "core/modules/transformer.h"
#include "core/theory/block_selection.h"
#include "core/theory/router_theory.h"
#include "core/theory/token_stream.h"

namespace stepzero {

/// The moments of the parameters that theory needs, by role. All blocks share them, unless they were measured or
/// depend on the block.
class TransformerLaws : public BlockSelection {
public:
    explicit TransformerLaws(TransformerSpec spec);

    /// Returns the variance of the entries.
    double weight(const std::string& role) const { return find(matrices_, role)->variance; }
    /// Returns the variance of the entries of the added vector of a linear map or a norm.
    double bias(const std::string& role) const
    {
        const Moments* found = find(biases_, role);
        return found ? found->variance : 0;
    }
    double scale_mean(const std::string& role) const { return find(scales_, role)->mean; }
    double scale_square(const std::string& role) const
    {
        const Moments& scale = *find(scales_, role);
        return scale.mean * scale.mean + scale.variance;
    }

    Text remark;   ///< the reason why theory does not apply; empty if it does

private:
    struct Moments {
        double mean = 0, variance = 0;
        int count = 0;
    };
    Values<Moments> matrices_, biases_, scales_;
};

/// The data that the branches of a transformer share.
struct TransformerModel {
    const TransformerSpec& spec;
    const TransformerLaws& laws;
    const TokenCells& cells;
    const Eigen::ArrayXXd& turn;   ///< rotary_turn(); ones without rotary positions
    const Eigen::ArrayXd& different_buckets;   ///< for every query; empty without relative biases
    const GaussianExpectation &phi, &squash, &gate;   ///< squash: tanh; gate: sigmoid
    int sequences = 1;
    ConditionMoments condition {};   ///< moments of the conditions of modulation, over the sequences
    double repeat = 0;   ///< probability that two tokens are the same word
    mutable std::optional<RouterLaw>
        known_router {};   ///< for the last spread; after norms it is the same in all blocks

    const RouterLaw& router(double spread) const;
    TokenGram linear(TokenGram x, const std::string& role, int inputs) const
    {
        x *= inputs * laws.weight(role);
        x += laws.bias(role);
        return x;
    }
    TokenGram linear(const TokenGram& x, const std::string& role) const { return linear(x, role, spec.width); }

    /// Returns the mean square of a shift, a scale or a gate, which are independent.
    double modulation(const std::string& role) const
    {
        return spec.width * laws.weight(role) * condition.square + laws.bias(role);
    }
    /// Returns the mean product of the shifts of two sequences, or of their scales or gates.
    double modulation_apart(const std::string& role) const
    {
        return spec.width * laws.weight(role) * condition.across + laws.bias(role);
    }

    /// Replaces x by factor·norm(x).
    NormWay through_norm(const std::string& role, TokenGram& x, double factor = 1) const;
    /// Returns E[x norm(x)]/E[x²] for every token.
    Eigen::ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const;
};

std::unique_ptr<TokenBranch> mlp_branch(const TransformerModel& model);
/// `apart` is the cosine of two tokens of different sequences at the router's input.
std::unique_ptr<TokenBranch> experts_branch(const TransformerModel& model, double apart);
/// Returns gate ∘ F((1 + scale) ∘ x + shift) for a branch F, where the condition of a sequence gives the factors.
std::unique_ptr<TokenBranch> modulated_branch(
    const TransformerModel& model, const std::string& role, std::unique_ptr<TokenBranch> branch);
/// Returns, for every query, the fraction of pairs of its keys that are in different buckets of distances.
Eigen::ArrayXd different_buckets(const TokenCells& cells, const DistanceBuckets& buckets);
/// `overlap` is E[cos²] of two different tokens in excess of the square of their mean cosine.
std::unique_ptr<TokenBranch> attention_branch(const TransformerModel& model, int block, double overlap);

}   // namespace stepzero
