// SPDX-License-Identifier: GPL-3.0-or-later
// The end of the theory for networks that take tokens: logits, cross-entropy, and the mean products of the gradient
// that comes back from them. Internal to core/theory.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/math/quadrature/quadrature.h"
#include "core/modules/residual.h"
#include "core/network/input/head_prior.h"
#include "core/theory/attention_theory.h"
#include "core/theory/prediction.h"
#include "core/theory/token_gram.h"

namespace stepzero {

/// The effect of a soft cap on Gaussian logits.
struct Capped {
    double square = 1, spread_square = 1;   ///< factors on E[l²] and on the variance over the keys of a query
    double slope_square = 1;   ///< E[f'(l)²]
    bool beyond = false;   ///< it bends more than the theory covers
};
/// Returns the effect for logits of a given variance; `spread_square` is their variance over the keys of a query.
/// `squash` is the expectation of tanh.
Capped soft_capped(const GaussianExpectation& squash, double variance, double spread_square, double cap);

/// The head computes logits = multiplier·W h + b, or their soft cap.
struct HeadRule {
    int vocabulary = 2, width = 1;
    bool tied = true;
    bool normed = true;   ///< h is the output of a norm, which removes the direction of h from a gradient
    double multiplier = 1, softcap = 0;   ///< 0: no soft cap
    double entries = 0;   ///< variance of the entries of W
    double bias = 0;   ///< variance of the entries of b
    std::optional<HeadPrior> prior {};   ///< present if b is neither random nor constant
};

/// The head's result, and the products of the gradient at its input.
struct HeadStep {
    HeadPrediction prediction;
    TokenGram gradient;
    Text beyond {};   ///< why theory does not apply; usually empty
    /// Mean square of the gradient including the part of a tied head's own row along h, which a norm before the head
    /// removes from `gradient`.
    double with_own_row = 0;
    /// Variance over tokens of p, the probability that a tied head gives to the input token. The products of two tokens
    /// contain only the mean of p.
    double own_word_variance = 0;
    double of_h = 0;   ///< a norm before a tied head removes this multiple of h from the gradient
};

/// The part of a tied head's gradient that depends on the weights of the branches it returns through.
///
/// h is the sum of the token's embedding and of what the branches wrote. The gradient contains the embedding's row, and
/// the norm before the head removes from it the component along h. What remains contains −c times what the branches
/// wrote. This part F(x) is not independent of the matrices in the branch's Jacobian: a W with n inputs and m outputs
/// has WᵀW x = m σ² x + (as much as for an independent vector), so more of it returns than of any other gradient. A
/// branch says by how much, as a ratio of mean squares (its recognition). That ratio is a first-order mean, so the same
/// amount again is stated as uncertainty.
class RecognizedPart {
public:
    RecognizedPart(double of_h, Eigen::Index streams) : of_h_(of_h), to_h_(Eigen::RowVectorXd::Ones(streams)) { }
    bool any() const { return of_h_ > 0; }
    /// Passes back through a norm on the stream whose factors have this mean square.
    void norm(double square) { to_h_ *= std::sqrt(square); }
    /// Returns c² for a branch that writes into the streams with these weights, after its factor α.
    double square(const Eigen::VectorXd& write) const
    {
        const double reaches = to_h_.dot(write.transpose());
        return of_h_ * of_h_ * std::pow(reaches, 4);
    }
    /// Returns how much more returns through a branch with this recognition than of an independent gradient, as a
    /// ratio. A norm after the branch removes the direction of F, so nothing of it returns: −1.
    static double gain(Placement placement, double recognition) { return norms_branch(placement) ? -1 : recognition; }
    /// Passes back through the skip path of a step.
    void skip(const Eigen::MatrixXd& mix, double factor) { to_h_ = factor * to_h_ * mix; }

    /// Returns the uncertainty of ln RMS when the fraction `part` of the square is recognized. A negative part, which a
    /// norm removes, is exact.
    static double uncertainty(double part) { return std::log1p(std::max(0.0, part)) / 2; }

private:
    double of_h_;
    Eigen::RowVectorXd to_h_;   // the weight of each stream in h
};

/// Adds HeadStep::own_word_variance to the uncertainty of all gradients, or withholds them where it is large. Returns
/// whether they are withheld.
bool doubt_gradients(Prediction& prediction, const HeadStep& head);

/// Computes the head's step for h = own_word·(the token's embedding) + …; two tokens are the same word with the
/// probability `repeat`.
HeadStep head_step(const HeadRule& rule, const TokenCells& cells, const TokenGram& h, double own_word, double repeat);

}   // namespace stepzero
