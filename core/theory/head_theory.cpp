// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/head_theory.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/theory/softmax_table.h"
#include "core/theory/stream_walk.h"

namespace stepzero {

using Eigen::ArrayXXd;

namespace {

/// A soft cap reduces ln Σ e^l by s⁶/(3c²), through the fourth cumulant, beyond the effect of the smaller variance. Up
/// to this limit the reduction is ignored.
constexpr double bent_most = 0.1;
/// Largest HeadStep::own_word_variance for which gradients are predicted. Only the means of p² and of the product of
/// two tokens' p are known. Each is off by at most this variance, and so is the gradient's RMS in relative terms.
constexpr double unlike_words = 0.02;
/// Largest relative variance of Σ p e^g for which the head's prior is not distorted: the next terms of its logarithm
/// are of the order of its square.
constexpr double distorted_most = 0.1;

/// The step of a head whose bias is ln p of known p. Its logits are ln p + g for Gaussian g of variance v, independent
/// between tokens: ln Σ p e^g ≈ v/2 − Σ p² (e^v − 1)/2, and the mean product of two softmaxes is Σ p² e^(v·cos).
HeadStep step_of_prior(
    const HeadRule& rule, const HeadPrior& prior, double variance, double weight, const TokenGram& h, double repeat)
{
    HeadStep step {.prediction = {}, .gradient = h};
    const double distortion = prior.square * std::expm1(variance);
    if (rule.tied || rule.softcap > 0)
        step.beyond = tr("no theory for a head that is tied or has a soft cap, and whose bias prefers some tokens");
    else if (!(distortion < distorted_most))
        step.beyond = tr("no theory for logits that vary this much around the preferences of the head's bias");
    step.prediction.has_prior = true;
    step.prediction.logit_variance = variance + prior.variance;
    step.prediction.logit_square = variance + prior.variance + prior.mean * prior.mean;
    step.prediction.small_variance_cross_entropy = prior.cost + variance / 2;
    step.prediction.cross_entropy = step.prediction.small_variance_cross_entropy - distortion / 2;
    const double own = 1 + prior.square * std::exp(variance) - 2 * prior.hits;
    step.gradient.own.setConstant(own);
    step.gradient.across = prior.square * (variance * h.cosines()).exp() - 2 * prior.hits + repeat;
    step.gradient *= weight;
    step.with_own_row = weight * own;
    return step;
}

}   // namespace

Capped soft_capped(const GaussianExpectation& squash, double variance, double spread_square, double cap)
{
    const double q = std::min(variance / (cap * cap), 1e12), apart = std::min(1.0, spread_square / variance);
    Capped c {.beyond = std::pow(spread_square, 3) > bent_most * cap * cap};
    if (!(q > 1e-12) || !(apart > 1e-12))
        return c;
    const PreactivationMoments m = squash.moments(q);
    c.square = m.square / q;
    c.spread_square = squash.pair(q, q, apart).half_square_difference / (q * apart);
    c.slope_square = m.derivative_square;
    return c;
}

bool doubt_gradients(Prediction& prediction, const HeadStep& head)
{
    const double open = head.own_word_variance;
    if (open > unlike_words) {
        withhold_gradients(
            prediction, tr("no theory of gradients: the tied head's softmax is concentrated on the input token"));
        return true;
    }
    widen_gradients(prediction, open);
    return false;
}

HeadStep head_step(const HeadRule& rule, const TokenCells& cells, const TokenGram& h, double own_word, double repeat)
{
    const double entries = rule.entries, vocabulary = rule.vocabulary;
    const double weight = rule.multiplier * rule.multiplier * entries;
    const double square = cells.mean(h.own);
    if (rule.prior)
        return step_of_prior(rule, *rule.prior, rule.width * square * weight, weight, h, repeat);
    const double variance = rule.width * square * weight + rule.bias;
    std::optional<Capped> capped;
    if (rule.softcap > 0)
        capped = soft_capped(
            GaussianExpectation {ActivationFunction(Activation {"tanh", {}})}, variance, variance, rule.softcap);
    const double shrunk = capped ? capped->square : 1;
    HeadStep step {predict_head(rule.vocabulary, rule.width, shrunk * square, weight, shrunk * rule.bias), h,
        capped && capped->beyond ? tr("no theory for logits that the soft cap of the head compresses this much")
                                 : Text()};
    const double spread = std::sqrt(step.prediction.logit_variance);
    const double participation = softmax_moments(rule.vocabulary, spread).participation;

    // Tied: the softmax is bump·(the token's own word) + (1 − bump)·(a softmax independent of the word).
    double bump = 0, bump_square = 0, aside = 0;   // aside: the part of the own word's row that is not along h
    if (rule.tied && square > 0) {
        aside = std::clamp(1 - own_word * own_word * entries / square, 0.0, 1.0);
        // The row's length varies between tokens: |e|² follows a χ² distribution. After a norm all h have one length,
        // otherwise h is as long as the row.
        const double full = rule.width * rule.multiplier * entries * own_word * (1 - 1.0 / (4 * rule.width));
        const double logit = capped ? rule.softcap * std::tanh(full / rule.softcap) : full,
                     noise
            = std::sqrt(spread * spread * aside + logit * logit * (rule.normed ? 0.5 : 2.0) / rule.width);
        const double rest = 1 - 1 / vocabulary, log_sum = step.prediction.cross_entropy;
        for (const auto& [at, part] : {std::pair {-1, 1 / 6.0}, {0, 2 / 3.0}, {1, 1 / 6.0}}) {   // Gauss-Hermite
            const double above = logit + at * std::numbers::sqrt3 * noise - log_sum;
            const double others = rest * std::exp(-above);   // relative to the own word
            step.prediction.cross_entropy += part * (above + std::log1p(others));
            bump += part / (1 + others);
            bump_square += part / ((1 + others) * (1 + others));
        }
        step.own_word_variance = std::max(0.0, bump_square - bump * bump);
        step.prediction.cross_entropy -= repeat * logit;
        step.prediction.logit_square += logit * logit / vocabulary;
        bump = rest > 0 ? std::max(0.0, (bump * vocabulary - 1) / (vocabulary - 1)) : 0;
    }

    if (!rule.normed)   // nothing removes the component of the row along h
        aside = 1;

    // When the target is the own word, only the part of its row orthogonal to h remains. The following are |softmax −
    // one-hot|², and the product of two of them. Two tokens' softmaxes have as much in common as their h (as x in the
    // attention). They have the same own word or target with the probability `repeat`.
    const double flat = 1 - bump;
    const double own_target = rule.tied ? repeat * (1 - aside) : 0,
                 knows = rule.tied ? std::max(bump_square, bump * bump) : 0, flat_square = 1 - 2 * bump + knows;
    const double rest = 1 + flat_square * participation + 2 * bump * flat / vocabulary - 2 * flat / vocabulary;
    step.gradient.own.setConstant(rest - own_target + (knows - 2 * bump * repeat) * aside);
    const double rise = std::max(0.0, (vocabulary * participation - 1) / std::max(1.0, vocabulary - 1) * vocabulary);
    const ArrayXXd x = ((h.cosines() * std::log1p(rise)).exp() - 1) / vocabulary;
    // The product of two own words' rows, each without its component along h. The part of h that is not its own word
    // has the fraction 1 − along of its square. It removes the same part of the row for all tokens that share it.
    const double along = rule.tied ? 1 - aside : 0, left = 1 - bump * (1 - along);
    step.gradient.across = bump * bump * along * (h.cosines() - repeat * along) + repeat * left * left
        + flat * flat * (x + (1 - x) / vocabulary) - 2 * flat * left / vocabulary;
    if (rule.tied)   // the target of a token is the next token's own word
        step.gradient.across -= bump * (1 - along) * (1 - repeat) * share_of_neighbours(cells);
    const double slope = capped ? capped->slope_square * weight : weight;
    step.gradient *= slope;
    step.of_h = along > 0 ? bump * along / std::abs(own_word) * std::sqrt(slope / entries) : 0;
    step.with_own_row = slope * (rest + knows - 2 * bump * repeat);
    return step;
}

}   // namespace stepzero
