// SPDX-License-Identifier: GPL-3.0-or-later
// Where theory of a network that takes tokens ends: logits, cross-entropy, and the products of the gradient that comes
// back from them. Internal to core/theory.
#pragma once

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
};

/// What a tied head leaves open of the gradients (HeadStep::own_word_variance): where it is much they are withheld,
/// else each says it as its uncertainty. Whether they are withheld.
bool doubt_gradients(Prediction& prediction, const HeadStep& head);

/// h = own_word·(the token's embedding) + …; two tokens are the same word with the probability `repeat`.
HeadStep head_step(const HeadRule& rule, const TokenCells& cells, const TokenGram& h, double own_word, double repeat);

}   // namespace stepzero
