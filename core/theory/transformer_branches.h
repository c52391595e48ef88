// SPDX-License-Identifier: GPL-3.0-or-later
// The branches of a transformer as theory follows them (transformer_theory.h). Internal to core/theory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/modules/transformer.h"
#include "core/quadrature/quadrature.h"
#include "core/theory/router_theory.h"
#include "core/theory/token_stream.h"

namespace stepzero {

/// What theory needs of the parameters, by role; all blocks are alike, unless they were measured.
class TransformerLaws {
public:
    explicit TransformerLaws(TransformerSpec spec);

    /// Whose roles are meant from here on; roles outside the blocks are always those.
    void enter(int block) const { block_ = alike_ ? 1 : block; }

    /// Of the entries.
    double weight(const std::string& role) const { return find(matrices_, role)->variance; }
    /// Of the vector that is added, a linear map's or a norm's.
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

    std::string remark;   ///< why the theory does not hold

private:
    struct Moments {
        double mean = 0, variance = 0;
        int count = 0;
    };
    using Key = std::pair<int, std::string>;   // block, role

    const Moments* find(const std::map<Key, Moments>& all, const std::string& role) const;

    bool alike_;
    mutable int block_ = 1;
    std::map<Key, Moments> matrices_, biases_, scales_;
};

/// What all branches know.
struct TransformerModel {
    const TransformerSpec& spec;
    const TransformerLaws& laws;
    const TokenCells& cells;
    const Eigen::ArrayXXd& turn;   ///< rotary_turn(), ones without
    const GaussianExpectation &phi, &squash;   ///< squash: tanh
    int sequences = 1;
    mutable std::optional<RouterLaw> known_router {};   ///< that of the last spread: behind norms all are the same

    const RouterLaw& router(double spread) const;
    TokenGram linear(TokenGram x, const std::string& role, int inputs) const
    {
        x *= inputs * laws.weight(role);
        x += laws.bias(role);
        return x;
    }
    TokenGram linear(const TokenGram& x, const std::string& role) const { return linear(x, role, spec.width); }

    /// What a norm does to x, in place; times `factor`.
    NormWay through_norm(const std::string& role, TokenGram& x, double factor = 1) const;
    /// What is left of x in norm(x): E[x norm(x)]/E[x²], in the mean over tokens before it.
    Eigen::ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const;
};

std::unique_ptr<TokenBranch> mlp_branch(const TransformerModel& model);
/// Two tokens of different sequences have the cosine `apart` in what the router reads.
std::unique_ptr<TokenBranch> experts_branch(const TransformerModel& model, double apart);
/// `overlap` is E[cos²] of two different tokens beyond that of their mean cosine.
std::unique_ptr<TokenBranch> attention_branch(const TransformerModel& model, double overlap);

}   // namespace stepzero
