// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of a network of tokens in theory: mean products of two tokens of a sequence, from the embedding through
// steps and norms to the head, and those of gradients back. Transformers and state-space networks differ in their
// branches and in their parameters. Internal to core/theory.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/residual.h"
#include "core/theory/head_theory.h"
#include "core/theory/stream_walk.h"
#include "core/theory/token_gram.h"

namespace stepzero {

TokenGram one_cell(double own, double across);

/// Maps the products of two tokens through one branch without its norms, forward and backward.
class TokenBranch {
public:
    virtual ~TokenBranch() = default;
    virtual TokenGram forward(const TokenGram& input) = 0;
    virtual TokenGram backward(const TokenGram& gradient) const = 0;
    /// Returns the product of two tokens of different sequences at the output. `one` is a Gram matrix of one cell whose
    /// `across` is their product at the input. Call it after forward().
    virtual double apart(const TokenGram& one) const = 0;
    virtual double chance() const = 0;   ///< relative variance of the squared length of what forward() returned
    virtual double recognition() const = 0;   ///< see RecognizedPart
    virtual double factors() const { return chance(); }   ///< relative variance of its factor on a gradient's square
    virtual Text remark(int /*block*/) const
    {
        return {};
    }   ///< the reason why forward() could not follow it; usually empty
    virtual void tell(BlockPrediction& /*block*/) const { }   ///< reports the numbers inside it
};

/// The backward pass through a norm, for the products of two tokens.
struct NormWay {
    Eigen::ArrayXd factor {};   ///< for each token; empty if there is no norm
    std::optional<TokenGram> slope {};   ///< for DyT, instead of `factor`
    double of_width = 1;   ///< further factor on squares: norm_factor()

    TokenGram back(const TokenGram& g) const;
};

enum class HeadReads { tokens, first_token, mean };

/// The stream before the first block, and everything outside the branches.
struct TokenStreamRule {
    TokenGram start {};
    double apart = 0;   ///< the product of two tokens of different sequences, where `follows_apart`
    double own_word = 0;   ///< start = own_word·(the token's embedding) + …
    double repeat = 0;   ///< probability that two tokens are the same word, and that two targets are
    double overlap = 0;   ///< see TokenStream::overlap()
    double chance = 0;   ///< relative variance of |start|²
    bool embedding_norm = false, final_norm = true, norm_is_shared = false;   ///< shared: all use the first step's
    bool follows_apart = false;
    Placement placement = Placement::pre;
    double branch = 1;   ///< α
    int width = 1;
    HeadRule head {};
    HeadReads reads = HeadReads::tokens;
    std::vector<StreamStep> steps {};
};

/// Returns HeadRule::normed: whether the stream ends in a norm that removes its direction from a gradient.
inline bool norm_ends_stream(NormKind norm, Placement placement, bool final_norm)
{
    return norm != NormKind::dyt && (final_norm || norms_sum(placement));
}

class TokenStream {
public:
    using State = TokenGram;
    using Streams = StreamGrams;

    /// Predicts from embedding to head and back. `blocks` is the number of blocks of the network.
    Prediction predict(int blocks, const StreamSites& sites, const Context& context);

    // For StreamWalk:
    const std::vector<StreamStep>& steps() const { return rule_.steps; }
    double log_square(const TokenGram& x) const
    {
        const double square = cells_.mean(x.own);
        return square < 0 ? nan : ln(square);
    }
    static double most_log_square() { return largest_ln_square; }
    static Text beyond_it(int block) { return tr("the stream leaves the range of the theory in block %1", block); }
    BranchOutput<TokenGram> forward(std::size_t l, const TokenGram& read, double chance);
    TokenGram backward(std::size_t l, const TokenGram& gradient);
    void added(std::size_t l, double kept);
    NormedSum<TokenGram> norm_sum(std::size_t l, TokenGram sum);
    TokenGram norm_sum_backward(std::size_t l, const TokenGram& gradient, double chance, double removed);
    void tell(std::size_t l, const TokenGram& sum, SitePrediction& stream, BlockPrediction& block) const;

protected:
    TokenStream(TokenCells cells, TokenStreamRule rule);
    virtual ~TokenStream() = default;

    const TokenCells& cells() const { return cells_; }
    /// Returns E[cos²] − E[cos]² of two different tokens in a stream of infinite width. For image patches it is 1
    /// divided by the number of entries of a patch.
    double overlap() const { return rule_.overlap; }

private:
    struct Way {
        std::unique_ptr<TokenBranch> branch;
        NormWay before, after, after_sum;   // identities when there is no norm
        TokenGram written {};   // α·F
        double recognized = 0;   // fraction of the returned square (RecognizedPart)
    };

    /// Selects the block whose parameters the functions below use.
    virtual void enter(int /*block*/) const { }
    /// `apart` is the cosine of two tokens of different sequences at the branch's input.
    virtual std::unique_ptr<TokenBranch> branch(std::size_t l, double apart) const = 0;
    /// Replaces x by factor·norm(x).
    virtual NormWay through_norm(const std::string& role, TokenGram& x, double factor = 1) const = 0;
    /// Returns E[x norm(x)]/E[x²] for every token, or its mean over tokens.
    virtual Eigen::ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const = 0;
    /// Returns whether the last step reports the gradient with the own word's row (HeadStep::with_own_row).
    virtual bool tells_own_row() const { return false; }

    NormWay stream_norm(const std::string& role, TokenGram& x);   // a norm on a single stream
    double through_norm_apart(const std::string& role, TokenGram one, double factor = 1) const;
    TokenGram start();
    TokenGram back_through_branch(const Way& way, const TokenGram& gradient) const;
    void widen_by_recognized(Prediction& prediction) const;   // adds the uncertainty of RecognizedPart
    TokenGram pooled(const TokenGram& x) const;
    TokenGram spread_back(const TokenGram& g) const;

    TokenCells cells_;
    TokenStreamRule rule_;
    Eigen::MatrixXd own_words_;   // each stream = own_words·(the token's embedding) + …, [stream, token]
    // Products of two tokens of different sequences, needed only for the loads of experts.
    Eigen::MatrixXd apart_;
    double apart_read_ = 0, apart_written_ = 0;
    std::vector<Way> ways_;
    RecognizedPart known_ {0, 1};
};

}   // namespace stepzero
