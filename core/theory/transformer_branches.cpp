// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/transformer_branches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/network/init/parameter_use.h"
#include "core/theory/token_pass.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

/// Returns E[1 − tanh²(√q g)] by the trapezoidal rule, over g or over √q g.
double mean_slope_of_tanh(double q)
{
    const double root = std::sqrt(std::max(q, 1e-30)), step = 0.05 * std::min(1.0, 1 / root),
                 reach = std::min(9.0, 18 / root);
    double sum = 0, total = 0;
    for (double g = -9; g <= 9; g += 0.05)
        total += 0.05 * std::exp(-g * g / 2);
    for (double g = -reach; g <= reach; g += step)
        sum += step * std::exp(-g * g / 2) / std::pow(std::cosh(root * g), 2);
    return sum / total;
}

class MlpBranch : public TokenBranch {
public:
    explicit MlpBranch(const TransformerModel& model) : m_(model) { }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const TokenGram in = m_.linear(x, "mlp_in");
        const double first = m_.laws.weight("mlp_in"), hidden = inner_width(s);
        const PreactivationMoments unit
            = m_.phi.moments(std::min(m_.cells.mean((s.gated ? m_.linear(x, "mlp_gate") : in).own), largest_square));
        chance_ = chance_of_units((s.gated ? 3 : 1) * unit.fourth, unit.square, hidden) + 2.0 / s.width;
        Passed passed = pass(m_.phi, s.gated ? m_.linear(x, "mlp_gate") : in);
        if (s.gated) {
            const double gate = m_.laws.weight("mlp_gate");
            chi_ = {gate * passed.slope.own * in.own + first * passed.value.own,
                gate * passed.slope.across * in.across + first * passed.value.across};
            passed.value *= in;
        } else {
            chi_ = passed.slope;
            chi_ *= first;
        }
        if (s.sub_norm) {
            way_ = m_.through_norm("mlp_sub_norm", passed.value);
            way_.of_width = norm_factor(hidden, chance_of_units((s.gated ? 3 : 1) * unit.fourth, unit.square, hidden));
        }
        chi_ *= double(s.width) * inner_width(s) * m_.laws.weight("mlp_out");
        return m_.linear(passed.value, "mlp_out", inner_width(s));
    }

    TokenGram backward(const TokenGram& g) const override { return (m_.spec.sub_norm ? way_.back(g) : g) * chi_; }
    Text remark(int) const override
    {
        return m_.spec.sub_norm && !m_.spec.gated && m_.spec.norm == NormKind::layer
            ? tr("no theory for a LayerNorm that subtracts the mean of an activation")
            : Text();
    }
    double apart(const TokenGram& one) const override { return MlpBranch(m_).forward(one).across(0, 0); }
    double chance() const override { return chance_; }
    double recognition() const override
    {
        // E[(φφ')²]/(E[φ²] E[φ'²]) is 2 for ReLU; for gated units, E[v⁴] and E[φ⁴] raise it to 5 to 7.5. A norm before
        // the branch removes the part along x.
        return (m_.spec.gated ? 6.0 : 2.0) * m_.spec.width / inner_width(m_.spec)
            + (norms_before(m_.spec.placement) ? 0 : 1);
    }

private:
    const TransformerModel& m_;
    NormWay way_;   // through the sub-norm
    TokenGram chi_;
    double chance_ = 0;
};

class ExpertsBranch : public TokenBranch {
public:
    /// `apart` is the cosine of two tokens of different sequences at the router's input.
    ExpertsBranch(const TransformerModel& model, double apart) : m_(model), expert_(model), apart_(apart) { }

    TokenGram forward(const TokenGram& x) override
    {
        const TransformerSpec& s = m_.spec;
        const TokenCells& cells = m_.cells;
        const double variance = s.width * m_.laws.weight("router"), rms = std::sqrt(variance * cells.mean(x.own));
        const RouterLaw& law = m_.router(rms);
        const ArrayXXd cosines = x.cosines();
        const Index n = cells.count();
        through_ = back_ = {ArrayXd(n), ArrayXXd(n, n)};
        through_.own.setConstant(law.own().gates + s.shared_experts);
        back_.own.setConstant(law.own().slopes);
        const double tokens = cells.tokens, all = tokens * m_.sequences;
        const RouterPair apart = law.at(apart_);
        double balance = (law.own().balance + (all - tokens) * apart.balance) / all,
               common = (law.own().common + (all - tokens) * apart.common) / all;
        for (Index b = 0; b < n; ++b)
            for (Index a = 0; a <= b; ++a) {
                const RouterPair pair = law.at(cosines(a, b));
                through_.across(a, b) = through_.across(b, a) = pair.gates + s.shared_experts;
                back_.across(a, b) = back_.across(b, a) = pair.slopes;
                const double pairs = a == b ? cells.size[a] * (cells.size[a] - 1) : 2 * cells.size[a] * cells.size[b];
                balance += pair.balance * pairs / (tokens * all);
                common += pair.common * pairs / (tokens * all);
            }
        router_.set(Quantity::rms, predicted_rms(2 * ln(rms)));
        router_.set(Quantity::router_entropy, {law.entropy()});
        router_.set(Quantity::top_probability, {law.top_probability()});
        router_.set(Quantity::load_balance, {balance});
        router_.set(Quantity::load_spread, {std::sqrt(std::max(0.0, common - 1))});
        const TokenGram of_one = expert_.forward(x);
        back_ *= of_one;
        back_ *= variance;
        return through_ * of_one;
    }

    TokenGram backward(const TokenGram& g) const override
    {
        TokenGram result = through_ * expert_.backward(g);
        result += back_ * g;
        return result;
    }

    void tell(BlockPrediction& block) const override { block.at("router") = router_; }
    double apart(const TokenGram& one) const override
    {
        return (m_.known_router->at(apart_).gates + m_.spec.shared_experts) * expert_.apart(one);
    }
    Text remark(int block) const override { return expert_.remark(block); }
    double chance() const override { return expert_.chance(); }
    double recognition() const override { return expert_.recognition(); }

private:
    const TransformerModel& m_;
    MlpBranch expert_;
    double apart_;
    TokenGram through_, back_;   // factors on the products of an expert, by the gates and by the logits
    SitePrediction router_ {.role = "router"};
};

/// All tokens of a sequence have the same shift, scale and gate.
class ModulatedBranch : public TokenBranch {
public:
    ModulatedBranch(const TransformerModel& model, const std::string& role, std::unique_ptr<TokenBranch> branch)
        : square_(model.modulation(role)), apart_(model.modulation_apart(role)), width_(model.spec.width),
          branch_(std::move(branch))
    {
    }

    TokenGram forward(const TokenGram& x) override
    {
        TokenGram result = branch_->forward(modulated(x, square_));
        result *= square_;
        return result;
    }
    TokenGram backward(const TokenGram& gradient) const override
    {
        TokenGram g = gradient;
        g *= square_;
        g = branch_->backward(g);
        g *= 1 + square_;
        return g;
    }
    double apart(const TokenGram& one) const override
    {
        TokenGram read = modulated(one, square_);
        read.across = (1 + apart_) * one.across + apart_;
        return apart_ * branch_->apart(read);
    }
    void tell(BlockPrediction& block) const override { branch_->tell(block); }
    Text remark(int block) const override { return branch_->remark(block); }
    /// A product with a Gaussian has three times the relative fourth moment.
    double chance() const override { return 3 * branch_->chance() + 2.0 / width_; }
    double recognition() const override { return branch_->recognition(); }
    double factors() const override { return branch_->factors() + 6.0 / width_; }

private:
    static TokenGram modulated(TokenGram x, double square)
    {
        x *= 1 + square;
        x += square;
        return x;
    }

    double square_, apart_, width_;
    std::unique_ptr<TokenBranch> branch_;
};

}   // namespace

TransformerLaws::TransformerLaws(TransformerSpec spec) : BlockSelection(spec.measured.empty() && !spec.blocks_differ)
{
    if (share_one())
        spec.layers = std::min(spec.layers, 1);
    for (const ParameterPlan& plan : Transformer(spec).parameters()) {
        const bool vector = plan.kind == Role::bias, scale = vector && plan.name.ends_with(".weight");
        Law law = law_of(draw_of(plan), plan.shape, plan.kind);
        // Rows from a file are 0, or negligible next to the initialized ones.
        law.variance *= 1 - double(plan.rows.changed()) / plan.shape.rows();
        const bool known = spec.prior && vector && use_of(plan) == ParameterUse::head;
        if (!scale && !known && std::abs(law.mean) > 1e-6 * std::sqrt(law.variance) && remark.empty())
            remark = tr("the mean of %1 is not 0", plan.name);
        // The experts of a block are averaged, since measured ones differ.
        Moments& moments = (scale ? scales_ : vector ? biases_ : matrices_)[{plan.block, plan.role}];
        ++moments.count;
        moments.mean += (law.mean - moments.mean) / moments.count;
        moments.variance += (law.variance - moments.variance) / moments.count;
    }
}

const RouterLaw& TransformerModel::router(double spread) const
{
    if (!known_router || std::abs(known_router->spread() - spread) > 1e-3 * spread)
        known_router.emplace(RouterRule {spec.experts, spec.experts_chosen, spec.gates_renormalized}, spread);
    return *known_router;
}

NormWay TransformerModel::through_norm(const std::string& role, TokenGram& x, double factor) const
{
    NormWay way;
    if (spec.norm == NormKind::dyt) {
        TokenGram z = x;
        z *= spec.alpha * spec.alpha;
        Passed passed = pass(squash, z);
        const double scale = factor * factor * laws.scale_square(role);
        x = std::move(passed.value);
        x *= scale;
        x += laws.bias(role);
        way.slope = std::move(passed.slope);
        *way.slope *= scale * spec.alpha * spec.alpha;
        return way;
    }
    way.factor = factor * std::sqrt(laws.scale_square(role)) * (x.own + spec.epsilon).rsqrt();
    x = x.scaled(way.factor);
    x += laws.bias(role);
    return way;
}

Eigen::ArrayXd TransformerModel::left_by_norm(const std::string& role, const TokenGram& x) const
{
    if (spec.norm != NormKind::dyt)
        return laws.scale_mean(role) * (x.own + spec.epsilon).rsqrt();
    return laws.scale_mean(role) * spec.alpha
        * (spec.alpha * spec.alpha * x.own).unaryExpr([](double q) { return mean_slope_of_tanh(q); });
}

std::unique_ptr<TokenBranch> modulated_branch(
    const TransformerModel& model, const std::string& role, std::unique_ptr<TokenBranch> branch)
{
    return std::make_unique<ModulatedBranch>(model, role, std::move(branch));
}

std::unique_ptr<TokenBranch> mlp_branch(const TransformerModel& model) { return std::make_unique<MlpBranch>(model); }

std::unique_ptr<TokenBranch> experts_branch(const TransformerModel& model, double apart)
{
    return std::make_unique<ExpertsBranch>(model, apart);
}

}   // namespace stepzero
