// SPDX-License-Identifier: GPL-3.0-or-later
// Of the streams of a residual network (core/modules/streams.h): their second moments E[x_i x_j], exactly what H_res,
// H_pre and H_post make of them where a branch is uncorrelated with the streams but for its mean. A gradient goes the
// same way with the transposes. One stream is the ordinary case.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/theory/token_gram.h"

namespace stepzero {

/// Of a tensor, all columns alike.
struct StreamMoments {
    double log_square = 0;   ///< ln E[x²]
    double mean = 0;   ///< E[x]/√E[x²], from −1 to 1
};

/// Of n streams in units of e^log: what they are is followed far beyond the range of double.
class StreamsMoments {
public:
    /// All the same.
    StreamsMoments(const StreamMoments& each, Eigen::Index streams);

    StreamMoments all() const;   ///< over all streams
    StreamMoments read(const Eigen::RowVectorXd& by) const;   ///< of Σ by_i x_i
    /// x ← s·H x
    void mix(const Eigen::MatrixXd& by, double s);
    /// x_i ← x_i + write_i u, of a u that has nothing but a mean in common with x. Returns E[x∘(write u)]/√(E[x²]
    /// E[(write u)²]) before; 0 where one of them is 0.
    double add(const Eigen::VectorXd& write, const StreamMoments& u);

private:
    void normalize();

    Eigen::MatrixXd squares_;
    Eigen::VectorXd means_;
    double log_;
};

/// Of tokens: E[x_i(t) x_j(t')].
class StreamGrams {
public:
    StreamGrams(const TokenGram& each, Eigen::Index streams);

    TokenGram all() const;   ///< mean over streams of each with itself
    TokenGram read(const Eigen::RowVectorXd& by) const;
    void mix(const Eigen::MatrixXd& by, double s);
    /// As above, of a u that has nothing in common with x: returns 0.
    double add(const Eigen::VectorXd& write, const TokenGram& u);

private:
    TokenGram& at(Eigen::Index i, Eigen::Index j) { return grams_[std::size_t(i * streams_ + j)]; }
    const TokenGram& at(Eigen::Index i, Eigen::Index j) const { return grams_[std::size_t(i * streams_ + j)]; }

    Eigen::Index streams_;
    std::vector<TokenGram> grams_;
};

/// (Σ c)²/Σ c² of c = e^x.
double participation(const std::vector<double>& logs);

/// What each branch has written into the streams, and how much of it is left.
class Written {
public:
    /// All so far is mixed, and times the root of e^log_factor; then a branch of mean square e^log_square writes.
    void step(const Eigen::MatrixXd& mix, double log_factor, const Eigen::VectorXd& write, double log_square);
    double participation() const;   ///< of what is left, as mean squares

private:
    struct Step {
        Eigen::MatrixXd mix;
        double log_factor;
        Eigen::VectorXd write;
        double log_square;
    };
    std::vector<Step> steps_;
};

}   // namespace stepzero
