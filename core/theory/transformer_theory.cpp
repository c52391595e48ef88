// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/transformer_theory.h"

#include <cmath>
#include <utility>

#include "core/base/words/words.h"
#include "core/network/sinusoids.h"
#include "core/theory/token_stream.h"
#include "core/theory/transformer_branches.h"

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;

namespace {

std::vector<StreamStep> steps_of(const TransformerSpec& spec, const std::vector<Connections>& connections)
{
    const bool parallel = spec.parallel != Parallel::none, post = norms_sum(spec.placement);
    std::vector<StreamStep> steps;
    for (int l = 0; l < 2 * spec.layers; ++l) {
        const bool second = parallel && l % 2 == 1;
        StreamStep step {.block = l / 2 + 1,
            .word = l % 2 == 0 ? "attention" : "mlp",
            .skip = second ? 1 : spec.skip,
            .width = double(spec.width),
            .norm_on_sum = post && (!parallel || second),
            .before_norm_on_sum = post && parallel && !second,
            .parallel = second};
        if (spec.norm_scaling && norms_before(spec.placement))
            step.norm_factor = 1 / std::sqrt(double(step.block));
        if (spec.streams.count > 1)
            step.connections = connections.at(std::size_t(l));
        steps.push_back(std::move(step));
    }
    return steps;
}

/// Returns the properties of the stream that all transformers share.
TokenStreamRule rule_of(
    const TransformerSpec& spec, const TransformerLaws& laws, const std::vector<Connections>& connections)
{
    return {.embedding_norm = spec.embedding_norm,
        .final_norm = spec.final_norm,
        .norm_is_shared = spec.parallel == Parallel::one_norm,
        .follows_apart = spec.experts > 0,
        .placement = spec.placement,
        .branch = spec.branch,
        .width = spec.width,
        .head = {.vocabulary = spec.vocabulary,
            .width = spec.width,
            .tied = spec.tied,
            .normed = norm_ends_stream(spec.norm, spec.placement, spec.final_norm),
            .multiplier = spec.logits_multiplier,
            .softcap = spec.logits_softcap,
            .entries = laws.weight(spec.tied ? "embedding" : "head"),
            .bias = laws.bias("head"),
            .prior = spec.prior},
        .reads = !spec.image          ? HeadReads::tokens
            : spec.image->class_token ? HeadReads::first_token
                                      : HeadReads::mean,
        .steps = steps_of(spec, connections)};
}

class TransformerStream : public TokenStream {
public:
    /// `means` are the means over channels of a fixed vector at each cell, if LayerNorm subtracts them; otherwise
    /// empty.
    TransformerStream(const TransformerSpec& spec, const TransformerLaws& laws, TokenCells cells, TokenStreamRule rule,
        int sequences, double repeat, ArrayXd means = {})
        : TokenStream(std::move(cells), std::move(rule)), spec_(spec), laws_(laws),
          turn_(spec.rotary ? rotary_turn(this->cells(), *spec.rotary, turning_width(spec))
                            : ArrayXXd::Ones(this->cells().count(), this->cells().count())),
          different_buckets_(spec.relative ? different_buckets(this->cells(), *spec.relative) : ArrayXd()),
          means_(std::move(means)), phi_(ActivationFunction(spec.activation)),
          squash_(ActivationFunction(Activation {"tanh", {}})), gate_(ActivationFunction(Activation {"sigmoid", {}})),
          model_ {spec, laws, this->cells(), turn_, different_buckets_, phi_, squash_, gate_, sequences,
              spec.modulated ? condition_moments(spec.width, sequences) : ConditionMoments {}, repeat}
    {
    }

private:
    void enter(int block) const override
    {
        block_ = block;
        laws_.enter(block);
    }
    std::unique_ptr<TokenBranch> branch(std::size_t l, double apart) const override
    {
        if (!spec_.modulated)
            return plain_branch(l, apart);
        const std::string role = steps()[l].word + "_modulation";
        const double square = model_.modulation(role), other = model_.modulation_apart(role);
        return modulated_branch(model_, role, plain_branch(l, (apart * (1 + other) + other) / (1 + 2 * square)));
    }
    std::unique_ptr<TokenBranch> plain_branch(std::size_t l, double apart) const
    {
        if (steps()[l].word == "attention")
            return attention_branch(model_, steps()[l].block, overlap());
        return spec_.experts > 0 ? experts_branch(model_, apart) : mlp_branch(model_);
    }
    NormWay through_norm(const std::string& role, TokenGram& x, double factor) const override
    {
        x = centred(role, std::move(x));
        NormWay way = model_.through_norm(role, x, factor);
        if (modulates_end(spec_) && role == "final_norm") {
            const double square = model_.modulation("final_modulation");
            x *= 1 + square;
            x += square;
            if (way.slope)
                *way.slope *= 1 + square;
            else
                way.factor *= std::sqrt(1 + square);
        }
        return way;
    }
    ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const override
    {
        return model_.left_by_norm(role, centred(role, x));
    }

    /// Returns the fraction that is left of the channel means in the stream that a norm reads; 0 for other norms, since
    /// branches have no such mean.
    double means_left(const std::string& role) const
    {
        const bool parallel = spec_.parallel != Parallel::none;
        if (role == "embedding_norm")
            return 1;
        if (spec_.embedding_norm)
            return 0;
        if (norms_sum(spec_.placement))
            return block_ == 1 && role == (parallel ? "mlp_norm" : "attention_norm") ? spec_.skip : 0;
        const int steps = parallel ? 1 : 2;   // steps per block
        if (role == "final_norm")
            return std::pow(spec_.skip, steps * spec_.layers);
        if (!norms_before(spec_.placement) || (role != "attention_norm" && role != "mlp_norm"))
            return 0;
        return std::pow(spec_.skip, steps * (block_ - 1) + (role == "mlp_norm" && !parallel));
    }

    /// LayerNorm subtracts the mean over channels, which only sinusoids have.
    TokenGram centred(const std::string& role, TokenGram x) const
    {
        const double left = means_.size() > 0 ? means_left(role) : 0;
        if (left == 0)
            return x;
        if (x.own.size() == means_.size()) {
            x.own -= left * left * means_.square();
            x.across -= left * left * (means_.matrix() * means_.matrix().transpose()).array();
        } else {   // a cell of all tokens
            const double mean = cells().mean(means_);
            x.own -= left * left * cells().mean(means_.square());
            x.across -= left * left * mean * mean;
        }
        return x;
    }
    /// True when a norm on the stream removes the own row's part along h.
    bool tells_own_row() const override { return norms_sum(spec_.placement) && !spec_.final_norm && !spec_.image; }

    const TransformerSpec& spec_;
    const TransformerLaws& laws_;
    mutable int block_ = 1;
    ArrayXXd turn_;
    ArrayXd different_buckets_, means_;
    GaussianExpectation phi_, squash_, gate_;
    TransformerModel model_;
};

/// Largest variance of relative biases that theory covers. It averages over them, but a network has few of them.
constexpr double most_bias_variance = 0.25;

/// Returns why theory makes no prediction; usually empty.
Text silence(const TransformerSpec& spec, const TransformerLaws& laws)
{
    if (!laws.remark.empty())
        return laws.remark;
    if (spec.norm == NormKind::dyt && (norms_sum(spec.placement) || spec.embedding_norm))
        return tr("no theory for a residual stream after DyT: it is not Gaussian");
    if (spec.norm == NormKind::dyt && spec.sinusoids)
        return tr("no theory for DyT of sinusoidal positions: they are not Gaussian");
    if (spec.sinusoids && spec.norm == NormKind::layer && spec.streams.count > 1)
        return tr("no theory for sinusoidal positions in several streams");
    if (modulates_end(spec) && spec.tied
        && laws.weight("final_modulation") + laws.bias("final_modulation") > 0)   // the norm leaves part of the own row
        return tr("no theory for a tied head after a final modulation that is not 0");
    if (spec.alibi)
        return tr("no theory for ALiBi: its heads prefer near tokens, each by another factor");
    if (spec.relative && laws.weight("relative_bias") > most_bias_variance)
        return tr("no theory for relative biases with σ above %1: a network has too few of them to average over",
            number_text(std::sqrt(most_bias_variance)));
    return {};
}

}   // namespace

Prediction predict_transformer(const TransformerSpec& spec, int tokens, double repeat, const Context& context,
    int most_cells, int sequences, const std::vector<Connections>& connections, const StreamSites& sites)
{
    const TransformerLaws laws(spec);
    if (const Text remark = silence(spec, laws); !remark.empty())
        return silent_prediction(sites.reading, spec.layers, remark);
    TokenCells cells(tokens, most_cells, spec.causal);
    const Index n = cells.count();
    const double multiplier = spec.embedding_multiplier, word = multiplier * multiplier * laws.weight("embedding"),
                 place = spec.positions > 0 ? laws.weight("position") : 0;
    TokenStreamRule rule = rule_of(spec, laws, connections);
    rule.start = {ArrayXd::Constant(n, word + place), ArrayXXd::Constant(n, n, word * repeat)};
    rule.apart = word * repeat;
    ArrayXd means;
    if (spec.sinusoids) {   // half the mean cosine of their angles
        const Eigen::MatrixXf places = sinusoids(spec.width, tokens);
        rule.start.own += 0.5;
        rule.start.across += rotary_turn(cells, {.base = sinusoids_base}, spec.width) / 2;
        rule.apart += places.rowwise().mean().squaredNorm() / spec.width;
        if (spec.norm == NormKind::layer) {
            const ArrayXd all = places.colwise().mean().transpose().cast<double>().array();
            means = cells.position.unaryExpr([&](double position) { return all[Index(position)]; });
        }
    }
    rule.own_word = multiplier;
    rule.repeat = repeat;
    rule.chance = 2.0 / spec.width;
    return TransformerStream(spec, laws, std::move(cells), std::move(rule), sequences, repeat, std::move(means))
        .predict(spec.layers, sites, context);
}

Prediction predict_vision_transformer(const TransformerSpec& spec, const PixelMoments& pixels, const Context& context,
    int sequences, const std::vector<Connections>& connections, const StreamSites& sites)
{
    const TransformerLaws laws(spec);
    if (const Text remark = silence(spec, laws); !remark.empty())
        return silent_prediction(sites.reading, spec.layers, remark);
    const ImageSpec& image = *spec.image;
    const double numbers = double(image.channels) * image.patch * image.patch, reads = numbers * laws.weight("patch"),
                 shared = reads * pixels.mean * pixels.mean + laws.bias("patch"),
                 patch = reads * pixels.square + laws.bias("patch"),
                 place = spec.positions > 0 ? laws.weight("position") : 0;
    std::vector<int> sizes {image.patches()};
    if (image.class_token)
        sizes.insert(sizes.begin(), 1);
    const Index n(sizes.size());
    TokenStreamRule rule = rule_of(spec, laws, connections);
    TokenGram& x = rule.start = {ArrayXd::Constant(n, patch + place), ArrayXXd::Constant(n, n, shared)};
    if (image.class_token) {
        x.own[0] = laws.weight("class_token") + place;
        x.across.row(0).setZero();
        x.across.col(0).setZero();
    }
    const double part = patch + place > 0 ? (patch - shared) / (patch + place) : 0;
    rule.apart = shared;
    rule.repeat = 1.0 / spec.vocabulary;
    rule.overlap = part * part / numbers;
    rule.chance = 2.0 / spec.width + 2 * part * part / numbers;
    return TransformerStream(spec, laws, TokenCells(sizes), std::move(rule), sequences, 0)
        .predict(spec.layers, sites, context);
}

}   // namespace stepzero
