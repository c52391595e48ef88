// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/kinds/tokens.h"
#include "core/network/init/parameter_use.h"
#include "core/theory/attention_theory.h"

namespace stepzero {

namespace {

/// Returns the row length of the head's matrix, times the multiplier of the logits.
double row_length(const Case& c)
{
    const SoftmaxStructure softmax = *structure_of(c.network).softmax;
    const ParameterUse use = softmax.tied ? ParameterUse::tokens : ParameterUse::head;
    const auto plan = std::ranges::find_if(
        c.parameters, [use](const ParameterPlan& p) { return use_of(p) == use && p.kind == Role::weight; });
    const Law law = law_of(draw_of(*plan), plan->shape, plan->kind);
    return softmax.multiplier * std::sqrt(c.network.width * law.variance);
}

Text cause_of(const Case& c, double uniform)
{
    const int outcomes = structure_of(c.network).softmax->outcomes;
    if (c.profile.cross_entropy
        && *c.profile.cross_entropy < least_cross_entropy(c.profile, outcomes) - thresholds::cross_entropy)
        return c.plan.kind->takes_tokens
            ? tr("An untrained network cannot know the next token: targets leak into the inputs.")
            : tr("An untrained network cannot know the classes: targets leak into the inputs.");
    if (c.profile.prior)
        if (const auto prior = head_prior(c.plan, target_frequencies(c.experiment, outcomes));
            prior->cost > uniform + thresholds::cross_entropy / 2)
            return tr(
                "The head's bias prefers outcomes that are rare in the data: with the bias alone, the cross-entropy "
                "is %1; without it, %2.",
                short_text(prior->cost), short_text(uniform));
    const double of_variance = *c.profile.logit_std * *c.profile.logit_std / 2;
    if (structure_of(c.network).softmax->tied && c.profile.cross_entropy
        && of_variance < (*c.profile.cross_entropy - uniform) / 2)
        return tr(
            "The head is tied to the embedding: what remains of a token's own embedding makes its logit stand out.");
    const double length = row_length(c);
    if (length > thresholds::high_std)
        return tr("Rows of the head have length m√d σ = %1, the std of logits for hidden vectors of RMS 1. With σ = "
                  "1/√d = %2 it is 1.",
            short_text(length), short_text(1 / std::sqrt(double(c.network.width))));
    return tr("Hidden vectors or rows of the head are too large: the softmax is overconfident before training.");
}

Text message_of(const Case& c, double uniform)
{
    const Text std
        = std::isfinite(*c.profile.logit_std) ? Text::name(short_text(*c.profile.logit_std)) : tr("beyond 10³⁰⁸");
    if (!c.profile.cross_entropy)
        return tr("The logits have std %1.", std);
    const std::string loss = short_text(*c.profile.cross_entropy), expected = short_text(uniform);
    return c.plan.kind->takes_tokens
        ? tr("The logits have std %1, and the first cross-entropy is %2 instead of ln V = %3.", std, loss, expected)
        : tr("The logits have std %1, and the first cross-entropy is %2 instead of ln(classes) = %3.", std, loss,
            expected);
}

std::vector<Finding> find_logits(const Case& c)
{
    if (!sharp_logits(c.network, c.profile, 1))
        return {};
    const int outcomes = structure_of(c.network).softmax->outcomes;
    const double uniform = std::log(double(outcomes));
    return {with_ways_out(c,
        {.id = "sharp_logits",
            .severity = *c.profile.logit_std >= thresholds::sharp_logits ? Severity::error : Severity::warning,
            .message = message_of(c, uniform),
            .cause = cause_of(c, uniform),
            .formula = *c.profile.logit_std < freezing_spread(outcomes)
                ? "Var(logit) = d σ_h² σ_w², cross-entropy ≈ ln V + Var/2 while Var < 2 ln V"
                : "Var(logit) = d σ_h² σ_w², cross-entropy → √(2 Var ln V) where Var > 2 ln V",
            .fixes = {}},
        [&](const Experiment& changed, const Profile& profile) {
            // Logits that a preferring bias puts beyond theory have not been judged.
            return (c.profile.prior && !profile.logit_std) || still(sharp_logits)(changed, profile);
        })};
}

}   // namespace

Rule rule_logits()
{
    return {"logits", "cross-entropy of a uniform softmax: ln V",
        {{"sharp_logits", tr("overconfident"),
            tr("the first predictions are confident and wrong: the first loss is more than 1 nat away from ln V, or "
               "below what the frequencies in the head's bias allow. "
               "Logits of std 1 cost half a nat and are healthy; a head with σ = 1/√d produces them from a normalized "
               "vector. Where a vision transformer averages its tokens, the vector is shorter, and even σ = 0.3 may "
               "cost no more than half a nat"),
            220, {"logits"}}},
        find_logits};
}

}   // namespace stepzero
