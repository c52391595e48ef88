// SPDX-License-Identifier: GPL-3.0-or-later
// Where theory of a network that takes tokens ends: logits, cross-entropy, and the products of the gradient that comes
// back from them. Internal to core/theory.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/modules/residual.h"
#include "core/quadrature/quadrature.h"
#include "core/theory/attention_theory.h"
#include "core/theory/prediction.h"
#include "core/theory/token_gram.h"

namespace stepzero {

/// What a soft cap does to Gaussian logits.
struct Capped {
    double square = 1, spread_square = 1;   ///< factors on E[l²] and on the variance over the keys of a query
    double slope_square = 1;   ///< E[f'(l)²]
    bool beyond = false;   ///< it bends more than is followed
};
/// Of logits of a variance, that of the keys of a query around their mean. `squash` is of tanh.
Capped soft_capped(const GaussianExpectation& squash, double variance, double spread_square, double cap);

/// logits = multiplier·W h + b, or their soft cap.
struct HeadRule {
    int vocabulary = 2, width = 1;
    bool tied = true;
    bool normed = true;   ///< h is what a norm returned that takes its direction out of a gradient
    double multiplier = 1, softcap = 0;   ///< 0: none
    double entries = 0;   ///< variance of those of W
    double bias = 0;   ///< of those of b
};

/// The head's result, and the products of the gradient at its input.
struct HeadStep {
    HeadPrediction prediction;
    TokenGram gradient;
    bool beyond = false;   ///< of what is followed: its soft cap bends the logits too much
    /// Mean square of the gradient with what a tied head's own row has along h, which a norm before the head takes out
    /// of `gradient`.
    double with_own_row = 0;
    /// Variance over tokens of the part p that the token that was put in has of a tied head's softmax. The products of
    /// two tokens hold the mean of p alone.
    double own_word_variance = 0;
    double of_h = 0;   ///< what a norm before a tied head takes out of the gradient is this much of h
};

/// What branches recognize of a tied head's gradient.
///
/// h is a part of the token's own word and what branches wrote. The gradient holds the own word's row, of which the
/// norm before the head takes out what lies along h: what is left holds c times what branches wrote, with the other
/// sign. On a branch's way back J, this part F(x) is not independent of its matrices: W of n inputs and m outputs has
/// WᵀW x = m σ² x + (as much as for independent vectors), so that more comes back than of another gradient. A branch
/// says by how much (its recognition, of mean squares). It is the mean of the first order, so that as much again is
/// left open.
class RecognizedPart {
public:
    RecognizedPart(double of_h, Eigen::Index streams) : of_h_(of_h), to_h_(Eigen::RowVectorXd::Ones(streams)) { }
    bool any() const { return of_h_ > 0; }
    /// Back through a norm on the stream whose factors have this mean square.
    void norm(double square) { to_h_ *= std::sqrt(square); }
    /// c² of a branch that writes so into the streams; behind its factor α.
    double square(const Eigen::VectorXd& write) const
    {
        const double reaches = to_h_.dot(write.transpose());
        return of_h_ * of_h_ * std::pow(reaches, 4);
    }
    /// What comes back more, over as much of an independent gradient, of a branch whose matrices bring `recognition`: a
    /// norm behind it takes its own direction out, so that all is missing.
    static double gain(Placement placement, double recognition) { return norms_branch(placement) ? -1 : recognition; }
    /// Back through a step's skip path.
    void skip(const Eigen::MatrixXd& mix, double factor) { to_h_ = factor * to_h_ * mix; }

    /// Of ln of an RMS, where `part` of its square is recognized: what a norm takes out is exact.
    static double uncertainty(double part) { return std::log1p(std::max(0.0, part)) / 2; }

private:
    double of_h_;
    Eigen::RowVectorXd to_h_;   // what of each stream is in h
};

/// What a tied head leaves open of the gradients (HeadStep::own_word_variance): where it is much they are withheld,
/// else each says it as its uncertainty. Whether they are withheld.
bool doubt_gradients(Prediction& prediction, const HeadStep& head);

/// h = own_word·(the token's embedding) + …; two tokens are the same word with the probability `repeat`.
HeadStep head_step(const HeadRule& rule, const TokenCells& cells, const TokenGram& h, double own_word, double repeat);

}   // namespace stepzero
