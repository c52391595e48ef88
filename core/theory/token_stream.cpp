// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/token_stream.h"

#include <cmath>
#include <utility>

namespace stepzero {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// Below this fraction of a gradient's square, an error in what returns through a frozen softmax is negligible.
constexpr double frozen_share = 0.1;

/// Withholds gradients when the softmaxes of attention are frozen, because the gradient then depends on a few keys.
void withhold_frozen_gradients(Prediction& prediction)
{
    if (!prediction.path_length)   // with several streams, most of the gradient bypasses attention
        return;
    for (std::size_t block = 1; block < prediction.blocks.size(); ++block) {
        const SitePrediction* site = prediction.blocks[block].find("attention");
        const Predicted* share = prediction.blocks[block].find("attention_branch", Quantity::branch_share);
        if (site && site->attention && site->attention->log_visible > 0 && share && share->value > frozen_share
            && site->attention->logit_spread > std::sqrt(2 * site->attention->log_visible))
            return withhold_gradients(prediction,
                tr("no theory of gradients: the attention of block %1 is saturated, and few keys receive a gradient",
                    block));
    }
}

}   // namespace

TokenGram one_cell(double own, double across) { return {ArrayXd::Constant(1, own), ArrayXXd::Constant(1, 1, across)}; }

TokenGram NormWay::back(const TokenGram& g) const
{
    if (slope)
        return g * *slope;
    if (factor.size() == 0)
        return g;
    TokenGram result = g.scaled(factor);
    result *= of_width;
    return result;
}

TokenStream::TokenStream(TokenCells cells, TokenStreamRule rule) : cells_(std::move(cells)), rule_(std::move(rule)) { }

NormWay TokenStream::stream_norm(const std::string& role, TokenGram& x)
{
    own_words_.array().row(0) *= left_by_norm(role, x).transpose();
    return through_norm(role, x);
}

double TokenStream::through_norm_apart(const std::string& role, TokenGram one, double factor) const
{
    through_norm(role, one, factor);
    return one.across(0, 0);
}

TokenGram TokenStream::start()
{
    TokenGram x = rule_.start;
    own_words_ = MatrixXd::Constant(1, cells_.count(), rule_.own_word);
    double apart = rule_.apart;
    if (rule_.embedding_norm) {
        apart = through_norm_apart("embedding_norm", one_cell(cells_.mean(x.own), apart));
        stream_norm("embedding_norm", x);
    }
    const Index streams = rule_.steps.empty() ? 1 : rule_.steps.front().connections.mix.rows();
    own_words_ = own_words_.replicate(streams, 1).eval();
    apart_ = MatrixXd::Constant(streams, streams, apart);
    return x;
}

BranchOutput<TokenGram> TokenStream::forward(std::size_t l, const TokenGram& read, double chance)
{
    const StreamStep& step = rule_.steps[l];
    enter(step.block);
    if (!step.parallel)
        apart_read_ = step.connections.read * apart_ * step.connections.read.transpose();
    const bool normed = norms_before(rule_.placement);
    Way way;
    BranchOutput<TokenGram> out {.state = read};
    TokenGram one = one_cell(cells_.mean(read.own), apart_read_);
    if (normed) {
        const std::string role = (rule_.norm_is_shared ? rule_.steps.front().word : step.word) + "_norm";
        way.before = through_norm(role, out.state, step.norm_factor);
        way.before.of_width = norm_factor(rule_.width, chance);
        out.factors = chance;
        through_norm(role, one, step.norm_factor);
    }
    way.branch = branch(l, one.cosines()(0, 0));
    out.state = way.branch->forward(out.state);
    out.chance = way.branch->chance() + (normed ? 0 : chance);
    out.factors += way.branch->factors();
    out.remark = way.branch->remark(step.block);
    if (!out.remark.empty())
        return out;
    one = one_cell(cells_.mean(out.state.own), rule_.follows_apart ? way.branch->apart(one) : 0);
    if (norms_branch(rule_.placement)) {
        const std::string role = step.word + "_norm_after";
        way.after = through_norm(role, out.state);
        way.after.of_width = norm_factor(rule_.width, out.chance);
        out.factors += std::exchange(out.chance, 0);
        through_norm(role, one);
    }
    out.state *= rule_.branch * rule_.branch;
    way.written = out.state;
    apart_written_ = rule_.branch * rule_.branch * one.across(0, 0);
    ways_.push_back(std::move(way));
    return out;
}

TokenGram TokenStream::back_through_branch(const Way& way, const TokenGram& gradient) const
{
    TokenGram back = way.after.back(gradient);
    back *= rule_.branch * rule_.branch;
    return way.before.back(way.branch->backward(back));
}

TokenGram TokenStream::backward(std::size_t l, const TokenGram& gradient)
{
    const StreamStep& step = rule_.steps[l];
    Way& way = ways_[l];
    enter(step.block);
    TokenGram back = back_through_branch(way, gradient);
    if (known_.any()) {
        TokenGram own = way.written;
        own *= known_.square(step.connections.write) * RecognizedPart::gain(rule_.placement, way.branch->recognition());
        own = back_through_branch(way, own);
        back += own;
        const double all = cells_.mean(back.own);
        way.recognized = all > 0 ? cells_.mean(own.own) / all : 0;
    }
    known_.skip(step.connections.mix, step.skip);
    return back;
}

void TokenStream::widen_by_recognized(Prediction& prediction) const
{
    double open = 0;
    for (std::size_t l = ways_.size(); l-- > 0;) {
        const StreamStep& step = rule_.steps[l];
        BlockPrediction& block = prediction.blocks.at(std::size_t(step.block));
        const double recognized = ways_[l].recognized;
        SitePrediction& branch = block.at(step.word + "_branch");
        widen_gradients(block.at(step.word + "_stream"), open);
        widen_gradients(branch, open);
        widen_gradients(block.at(step.word + "_return"), open + RecognizedPart::uncertainty(recognized));
        if (const Predicted* share = branch.find(Quantity::branch_share))
            open += RecognizedPart::uncertainty(recognized * share->value);
    }
    for (SitePrediction& site : prediction.blocks.front().sites)
        widen_gradients(site, open);
}

void TokenStream::added(std::size_t l, double kept)
{
    const StreamStep& step = rule_.steps[l];
    const Connections& c = step.connections;
    apart_
        = step.skip * step.skip * c.mix * apart_ * c.mix.transpose() + apart_written_ * c.write * c.write.transpose();
    rule_.overlap *= kept * kept;   // branches write into all dimensions of the stream
    own_words_ = step.skip * c.mix * own_words_;
}

NormedSum<TokenGram> TokenStream::norm_sum(std::size_t l, TokenGram sum)
{
    const std::string role = rule_.steps[l].word + "_norm";
    const double before = cells_.mean(sum.own);
    apart_(0, 0) = through_norm_apart(role, one_cell(before, apart_(0, 0)));
    NormWay& way = ways_[l].after_sum = stream_norm(role, sum);
    return {std::move(sum), way.slope ? ln(cells_.mean(sum.own) / before) : ln(cells_.mean(way.factor.square()))};
}

TokenGram TokenStream::norm_sum_backward(std::size_t l, const TokenGram& gradient, double chance, double removed)
{
    ways_[l].after_sum.of_width = norm_factor(rule_.width, chance, removed);
    if (ways_[l].after_sum.factor.size() > 0)
        known_.norm(cells_.mean(ways_[l].after_sum.factor.square()));
    return ways_[l].after_sum.back(gradient);
}

void TokenStream::tell(std::size_t l, const TokenGram& sum, SitePrediction& stream, BlockPrediction& block) const
{
    if (const auto similarity = mean_similarity(cells_, sum))
        stream.set(Quantity::similarity, {*similarity});
    ways_[l].branch->tell(block);
}

/// Applies the modules FirstToken and MeanPool; returns x unchanged when every token is read.
TokenGram TokenStream::pooled(const TokenGram& x) const
{
    if (rule_.reads == HeadReads::tokens)
        return x;
    return one_cell(rule_.reads == HeadReads::first_token ? x.own[0] : square_of_mean(cells_, x), 0);
}

TokenGram TokenStream::spread_back(const TokenGram& g) const
{
    if (rule_.reads == HeadReads::tokens)
        return g;
    const Index n = cells_.count();
    TokenGram all {ArrayXd::Zero(n), ArrayXXd::Zero(n, n)};
    if (rule_.reads == HeadReads::first_token)
        all.own[0] = g.own[0];
    else
        all += g.own[0] / (double(cells_.tokens) * cells_.tokens);
    return all;
}

Prediction TokenStream::predict(int blocks, const StreamSites& sites, const Context& context)
{
    Prediction result = silent_prediction(sites.reading, blocks);
    TokenGram x = start();
    if (const auto similarity = mean_similarity(cells_, x))
        result.blocks.front().at(sites.reading.start).set(Quantity::similarity, {*similarity});
    StreamWalk walk(*this, sites, result, context);
    if (!walk.forward(x, rule_.embedding_norm ? 0 : rule_.chance)) {
        if (result.covers(1))
            result.writing_blocks = 0;
        return result;
    }
    walk.tell_writing_blocks();

    x = walk.end();
    const Index streams = own_words_.rows();
    own_words_ = own_words_.colwise().sum().eval();
    NormWay last;
    ChanceFactors factors;
    if (rule_.final_norm) {
        last = stream_norm("final_norm", x);
        last.of_width = norm_factor(rule_.width, walk.chance());
        factors.pass(1, walk.chance());
    }
    const TokenCells one_token({1});
    const HeadStep head = head_step(rule_.head, rule_.reads == HeadReads::tokens ? cells_ : one_token, pooled(x),
        cells_.mean(own_words_.row(0).transpose().array()), rule_.repeat);
    if (!head.beyond.empty()) {
        result.remark = head.beyond;
        return result;
    }
    result.head = head.prediction;
    known_ = RecognizedPart(head.of_h, streams);
    if (last.factor.size() > 0)
        known_.norm(cells_.mean(last.factor.square()));
    if (!walk.backward(last.back(spread_back(head.gradient)), factors, rule_.final_norm ? 1 : 0))
        return result;
    widen_by_recognized(result);
    if (tells_own_row() && !rule_.steps.empty()) {
        const StreamStep& step = rule_.steps.back();
        for (auto& [quantity, predicted] : result.blocks.back().at(step.word + "_stream").numbers)
            if (quantity == Quantity::gradient_rms)
                predicted = predicted_rms(ln(head.with_own_row));   // without uncertainty before the first norm
    }
    if (!doubt_gradients(result, head))
        withhold_frozen_gradients(result);
    return result;
}

}   // namespace stepzero
