// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/state_space_theory.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/network/init/parameter_use.h"
#include "core/theory/block_selection.h"
#include "core/theory/convolved_theory.h"
#include "core/theory/scan_theory.h"
#include "core/theory/token_stream.h"

namespace stepzero {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

/// Largest part of E[y²] due to the scan. All channels share the same few states in what the scan writes at a token. It
/// does not average out over channels, and lengths of tokens begin to differ.
constexpr double largest_share_of_scan = 0.05;

double mean_own(const ArrayXXd& x) { return x.matrix().diagonal().mean(); }

TokenGram gram_of(const ArrayXXd& x) { return {x.matrix().diagonal().array(), x}; }
ArrayXXd products_of(const TokenGram& gram)
{
    ArrayXXd x = gram.across;
    x.matrix().diagonal() = gram.own.matrix();
    return x;
}

/// Distributions of parameters by role. All blocks share those of the first, unless they depend on the block.
class StateSpaceLaws : public BlockSelection {
public:
    explicit StateSpaceLaws(StateSpaceSpec spec) : BlockSelection(!spec.blocks_differ)
    {
        if (share_one())
            spec.layers = std::min(spec.layers, 1);
        for (const ParameterPlan& plan : state_space_network(spec).parameters()) {
            Law law = law_of(draw_of(plan), plan.shape, plan.kind);
            const bool free = use_of(plan) == ParameterUse::rates || plan.kind == Role::bias;
            if (!free && std::abs(law.mean) > 1e-6 * std::sqrt(law.variance) && remark.empty())
                remark = tr("the mean of %1 is not 0", plan.name);
            (plan.kind == Role::bias ? vectors_ : matrices_)[{plan.block, plan.role}] = std::move(law);
        }
    }

    const Law& matrix(const std::string& role) const { return *find(matrices_, role); }
    const Law& vector(const std::string& role) const { return *find(vectors_, role); }
    double square(const std::string& role) const
    {
        const Law& law = vector(role);
        return law.mean * law.mean + law.variance;
    }

    Text remark;   ///< reason why the theory does not apply

private:
    Values<Law> matrices_, vectors_;
};

/// The data of the mixers that have the same distributions.
struct Mixer {
    Mixer(const StateSpaceSpec& spec, const StateSpaceLaws& laws)
        : s(spec), phi(spec.activation), rough(roughness(phi)),
          convolved(phi, three_nodes(laws.matrix("conv1d")), three_nodes(laws.vector("conv1d")), spec.taps),
          scan(laws.vector("dt_bias"), laws.matrix("A_log"), spec.states), in(laws.matrix("in_proj").variance),
          x(laws.matrix("x_proj").variance), dt(laws.matrix("dt_proj").variance), out(laws.matrix("out_proj").variance),
          d(laws.square("D"))
    {
    }

    const StateSpaceSpec& s;
    ActivationFunction phi;
    Roughness rough;
    ConvolvedTheory convolved;
    ScanTheory scan;
    double in, x, dt, out, d;
};

/// Passes forward and backward through the inside of one block.
class MixerBranch : public TokenBranch {
public:
    explicit MixerBranch(const Mixer& mixer) : m_(mixer) { }

    TokenGram forward(const TokenGram& input) override
    {
        entered_ = m_.s.width * m_.in * products_of(input);
        const ConvolvedTheory::Passed passed = m_.convolved.forward(entered_);
        square_ = passed.square.mean();
        chance_ = 2.0 / m_.s.width + of_units(square_, mean_own(entered_));
        moved_ = passed.product;
        b_ = m_.s.channels * m_.x * moved_;
        p_ = m_.s.dt_rank * m_.dt * b_;
        const ArrayXXd scanned = m_.scan.forward(moved_, b_, p_);
        scanned_ = mean_own(scanned);
        y_ = scanned + m_.d * moved_;
        gate_ = activated(m_.phi, m_.rough, entered_);
        return gram_of(m_.s.channels * m_.out * y_ * gate_.value);
    }

    TokenGram backward(const TokenGram& gradient) const override
    {
        const ArrayXXd g = m_.s.width * m_.out * products_of(gradient), of_y = g * gate_.value;
        const ScanTheory::Back back = m_.scan.backward(moved_, b_, p_, of_y, m_.s.channels);
        const ArrayXXd of_x = m_.d * of_y + back.x + m_.s.states * m_.x * (back.b + back.c)
            + m_.s.dt_rank * m_.x * m_.s.channels * m_.dt * back.p;
        return gram_of(m_.s.channels * m_.in * (m_.convolved.backward(entered_, of_x) + g * y_ * gate_.slope));
    }

    double apart(const TokenGram&) const override { return 0; }
    double chance() const override { return chance_; }
    /// For PyTorch's distributions, when the scan is a small part of y. The value is 6.4 for channels = 2·width, by
    /// Monte Carlo, relative to the same gradient in a random direction. Products of y and its factors have heavy
    /// tails.
    double recognition() const override
    {
        return 12.8 * m_.s.width / m_.s.channels + (norms_before(m_.s.placement) ? 0 : 1);
    }
    Text remark(int block) const override
    {
        return mean_own(y_) > 0 && scanned_ / mean_own(y_) > largest_share_of_scan
            ? tr("no theory where the scan dominates the output y of block %1: it assumes many states", block)
            : Text();
    }
    void tell(BlockPrediction& block) const override
    {
        SitePrediction& site = block.at("scan");
        site.set(Quantity::rms, predicted_rms(ln(scanned_)));
        m_.scan.tell(site, mean_own(p_), p_.mean());
        block.at("conv1d").set(Quantity::rms, predicted_rms(ln(square_)));
    }

private:
    /// Returns the value for x ∘ φ(z). The taps of a channel scale its x: four uniform ones add (κ − 1)/4, κ = 1.8.
    double of_units(double of_x, double of_gate) const
    {
        const GaussianExpectation phi {m_.phi};
        const PreactivationMoments x = phi.moments(of_x), gate = phi.moments(of_gate);
        return chance_of_units(x.fourth * (1 + 0.8 / m_.s.taps) * gate.fourth, x.square * gate.square, m_.s.channels);
    }

    const Mixer& m_;
    // Products of x before the convolution and after φ, of B and C, p, y.
    ArrayXXd entered_, moved_, b_, p_, y_;
    ActivatedProducts gate_ {};
    double square_ = 0, scanned_ = 0;   // mean squares after the convolution, and of the scan's contribution to y
    double chance_ = 0;
};

class StateSpaceStream : public TokenStream {
public:
    StateSpaceStream(const StateSpaceSpec& spec, const StateSpaceLaws& laws, int tokens, TokenStreamRule rule)
        : TokenStream(TokenCells(tokens, tokens, true), std::move(rule)), spec_(spec), laws_(laws)
    {
        for (int block = 1; block <= laws.owner(spec.layers); ++block) {
            laws.enter(block);
            mixers_.push_back(std::make_unique<const Mixer>(spec, laws));
        }
    }

private:
    void enter(int block) const override { laws_.enter(block); }
    std::unique_ptr<TokenBranch> branch(std::size_t l, double) const override
    {
        return std::make_unique<MixerBranch>(*mixers_[std::min(l, mixers_.size() - 1)]);   // one step per block
    }
    NormWay through_norm(const std::string& role, TokenGram& x, double factor) const override
    {
        NormWay way {.factor = factor * std::sqrt(laws_.square(role)) * (x.own + spec_.epsilon).rsqrt()};
        x = x.scaled(way.factor);
        return way;
    }
    ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const override
    {
        return ArrayXd::Constant(x.own.size(), laws_.vector(role).mean * (x.own + spec_.epsilon).rsqrt().mean());
    }

    const StateSpaceSpec& spec_;
    const StateSpaceLaws& laws_;
    std::vector<std::unique_ptr<const Mixer>> mixers_;   // one, or one per block
};

/// Returns why theory makes no prediction; usually empty.
Text silence(const StateSpaceSpec& spec, const StateSpaceLaws& laws, int tokens)
{
    if (!laws.remark.empty())
        return laws.remark;
    if (spec.norm == NormKind::dyt && (spec.placement != Placement::none || spec.final_norm))
        return tr("no theory of DyT in a state-space network");
    if (tokens > most_tokens_of_scan)
        return tr("theory follows at most %1 tokens through a scan", most_tokens_of_scan);
    return {};
}

}   // namespace

Prediction predict_state_space(
    const StateSpaceSpec& spec, int tokens, double repeat, const Context& context, const StreamSites& sites)
{
    const StateSpaceLaws laws(spec);
    if (const Text remark = silence(spec, laws, tokens); !remark.empty())
        return silent_prediction(sites.reading, spec.layers, remark);
    const double word = laws.matrix("embedding").variance;
    TokenStreamRule rule {.start = {ArrayXd::Constant(tokens, word), ArrayXXd::Constant(tokens, tokens, word * repeat)},
        .own_word = 1,
        .repeat = repeat,
        .chance = 2.0 / spec.width,
        .final_norm = spec.final_norm,
        .placement = spec.placement,
        .branch = spec.branch,
        .width = spec.width,
        .head = {.vocabulary = spec.vocabulary,
            .width = spec.width,
            .tied = spec.tied,
            .normed = norm_ends_stream(spec.norm, spec.placement, spec.final_norm),
            .entries = laws.matrix(spec.tied ? "embedding" : "head").variance}};
    for (int block = 1; block <= spec.layers; ++block)
        rule.steps.push_back({.block = block,
            .word = "mixer",
            .skip = spec.skip,
            .width = double(spec.width),
            .norm_on_sum = norms_sum(spec.placement)});
    return StateSpaceStream(spec, laws, tokens, std::move(rule)).predict(spec.layers, sites, context);
}

}   // namespace stepzero
