// SPDX-License-Identifier: GPL-3.0-or-later
// Second moments E[x_i x_j] of the streams of a residual network (core/modules/streams.h). H_res, H_pre and H_post are
// applied exactly, assuming that a branch is uncorrelated with the streams except through its mean. Gradients use the
// transposes. One stream is the ordinary case.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/theory/token_gram.h"

namespace stepzero {

/// Moments of a tensor whose columns are identically distributed.
struct StreamMoments {
    double log_square = 0;   ///< ln E[x²]
    double mean = 0;   ///< E[x]/√E[x²], from −1 to 1
};

/// Moments of n streams in units of e^log, so that they can be followed far beyond the range of double.
class StreamsMoments {
public:
    /// Makes identical streams.
    StreamsMoments(const StreamMoments& each, Eigen::Index streams);

    StreamMoments all() const;   ///< over all streams
    StreamMoments read(const Eigen::RowVectorXd& by) const;   ///< moments of Σ by_i x_i
    /// Mixes the streams: x ← s·H x.
    void mix(const Eigen::MatrixXd& by, double s);
    /// Adds a branch: x_i ← x_i + write_i u, where u is uncorrelated with x except through the means. Returns
    /// E[x∘(write u)]/√(E[x²] E[(write u)²]) before the addition; 0 when one of them is 0.
    double add(const Eigen::VectorXd& write, const StreamMoments& u);

private:
    void normalize();

    Eigen::MatrixXd squares_;
    Eigen::VectorXd means_;
    double log_;
};

/// Second moments of token streams: E[x_i(t) x_j(t')].
class StreamGrams {
public:
    StreamGrams(const TokenGram& each, Eigen::Index streams);

    TokenGram all() const;   ///< mean of the products over streams, each with itself
    TokenGram read(const Eigen::RowVectorXd& by) const;
    void mix(const Eigen::MatrixXd& by, double s);
    /// Adds a branch as above, for a u uncorrelated with x; returns 0.
    double add(const Eigen::VectorXd& write, const TokenGram& u);

private:
    TokenGram& at(Eigen::Index i, Eigen::Index j) { return grams_[std::size_t(i * streams_ + j)]; }
    const TokenGram& at(Eigen::Index i, Eigen::Index j) const { return grams_[std::size_t(i * streams_ + j)]; }

    Eigen::Index streams_;
    std::vector<TokenGram> grams_;
};

/// Returns (Σ c)²/Σ c² for c = e^x.
double participation(const std::vector<double>& logs);

/// Tracks what each branch has written into the streams, and how much of it is left.
class Written {
public:
    /// Mixes everything written so far, multiplied by the square root of e^log_factor; then a branch of mean square
    /// e^log_square writes.
    void step(const Eigen::MatrixXd& mix, double log_factor, const Eigen::VectorXd& write, double log_square);
    double participation() const;   ///< participation ratio of the mean squares that are left

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
