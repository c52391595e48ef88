// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of a network that takes tokens, as theory follows it: mean products of two tokens of a sequence from the
// embedding through steps and norms to the head, and those of gradients back. Transformers and state-space networks
// differ in their branches and in what is known of their parameters. Internal to core/theory.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/modules/residual.h"
#include "core/theory/head_theory.h"
#include "core/theory/stream_walk.h"
#include "core/theory/token_gram.h"

namespace stepzero {

inline constexpr double largest_square = 1e60;   ///< fourth powers of squares stay in range

TokenGram one_cell(double own, double across);

/// One branch without norms: what it makes of products, and of those of gradients.
class TokenBranch {
public:
    virtual ~TokenBranch() = default;
    virtual TokenGram forward(const TokenGram& input) = 0;
    virtual TokenGram backward(const TokenGram& gradient) const = 0;
    /// After forward(): the product of two tokens of different sequences, for a gram of one cell whose `across` is
    /// theirs.
    virtual double apart(const TokenGram& one) const = 0;
    virtual double chance() const = 0;   ///< relative variance of the squared length of what forward() returned
    virtual double recognition() const = 0;   ///< see RecognizedPart
    virtual double factors() const { return chance(); }   ///< the same of what it multiplies a gradient's square by
    virtual std::string remark(int /*block*/) const
    {
        return {};
    }   ///< why forward() could not follow it; mostly empty
    virtual void tell(BlockPrediction& /*block*/) const { }   ///< what is known of its inside
};

/// What a norm does to products of two tokens on the way back.
struct NormWay {
    Eigen::ArrayXd factor {};   ///< of each token, empty without
    std::optional<TokenGram> slope {};   ///< of DyT, in its place
    double of_width = 1;   ///< a factor on squares beside them: norm_factor()

    TokenGram back(const TokenGram& g) const;
};

enum class HeadReads { tokens, first_token, mean };

/// The stream before the first block, and what is around the branches.
struct TokenStreamRule {
    TokenGram start {};
    double apart = 0;   ///< the product of two tokens of different sequences, where `follows_apart`
    double own_word = 0;   ///< start = own_word·(the token's embedding) + …
    double repeat = 0;   ///< chance that two tokens are the same word, and two targets
    double overlap = 0;   ///< see TokenStream::overlap()
    double chance = 0;   ///< relative variance of |start|²
    bool embedding_norm = false, final_norm = true, norm_is_shared = false;   ///< shared: all read the first step's
    bool follows_apart = false;
    Placement placement = Placement::pre;
    double branch = 1;   ///< α
    int width = 1;
    HeadRule head {};
    HeadReads reads = HeadReads::tokens;
    std::vector<StreamStep> steps {};
};

class TokenStream {
public:
    using State = TokenGram;
    using Streams = StreamGrams;

    /// From embedding to head and back. `blocks`: of the network.
    Prediction predict(int blocks, const StreamSites& sites, const Context& context);

    // For StreamWalk:
    const std::vector<StreamStep>& steps() const { return rule_.steps; }
    double log_square(const TokenGram& x) const
    {
        const double square = cells_.mean(x.own);
        return square < 0 ? nan : ln(square);
    }
    static double most_log_square() { return std::log(largest_square); }
    static std::string beyond_it(int block)
    {
        return "the stream leaves the range of the theory in block " + std::to_string(block);
    }
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
    /// E[cos²] of two different tokens beyond that of their mean cosine, where the stream's dimensions are many: of
    /// patches 1 over their numbers.
    double overlap() const { return rule_.overlap; }

private:
    struct Way {
        std::unique_ptr<TokenBranch> branch;
        NormWay before, after, after_sum;   // that do nothing where there is no norm
        TokenGram written {};   // α·F
        double recognized = 0;   // part of what came back
    };

    /// Whose parameters are meant from here on.
    virtual void enter(int /*block*/) const { }
    /// `apart` is the cosine of what two tokens of different sequences bring.
    virtual std::unique_ptr<TokenBranch> branch(std::size_t l, double apart) const = 0;
    /// What a norm does to x, in place; times `factor`.
    virtual NormWay through_norm(const std::string& role, TokenGram& x, double factor = 1) const = 0;
    /// What is left of x in norm(x): E[x norm(x)]/E[x²], in the mean over tokens before it.
    virtual Eigen::ArrayXd left_by_norm(const std::string& role, const TokenGram& x) const = 0;
    /// Of the last step's gradient in place of what comes back from the head.
    virtual bool tells_own_row() const { return false; }

    NormWay stream_norm(const std::string& role, TokenGram& x);   // on one stream
    double through_norm_apart(const std::string& role, TokenGram one, double factor = 1) const;
    TokenGram start();
    TokenGram back_through_branch(const Way& way, const TokenGram& gradient) const;
    void widen_by_recognized(Prediction& prediction) const;   // by what RecognizedPart leaves open
    TokenGram pooled(const TokenGram& x) const;
    TokenGram spread_back(const TokenGram& g) const;

    TokenCells cells_;
    TokenStreamRule rule_;
    Eigen::MatrixXd own_words_;   // each stream = own_words·(the token's embedding) + …, [stream, token]
    // Products of two tokens of different sequences, which only the loads of experts depend on.
    Eigen::MatrixXd apart_;
    double apart_read_ = 0, apart_written_ = 0;
    std::vector<Way> ways_;
    RecognizedPart known_ {0, 1};
};

}   // namespace stepzero
