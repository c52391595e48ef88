// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/theory/attention_theory.h"

namespace stepzero {

namespace {

/// Of the head's matrix, times the multiplier of the logits.
double row_length(const Case& c)
{
    const SoftmaxStructure softmax = *structure_of(c.network).softmax;
    const std::string role = softmax.tied ? "embedding" : "head";
    const auto plan = std::ranges::find_if(
        c.parameters, [&](const ParameterPlan& p) { return p.role == role && p.kind == Role::weight; });
    const Law law = law_of(draw_of(*plan), plan->shape, plan->kind);
    return softmax.multiplier * std::sqrt(c.network.width * law.variance);
}

std::string cause_of(const Case& c, double uniform)
{
    if (c.profile.cross_entropy && *c.profile.cross_entropy < uniform - thresholds::cross_entropy)
        return c.plan.kind->takes_tokens
            ? "an untrained network that knows the next token has been told it: look for targets among the inputs"
            : "an untrained network that knows the classes has been told them";
    const double of_variance = *c.profile.logit_std * *c.profile.logit_std / 2;
    if (structure_of(c.network).softmax->tied && c.profile.cross_entropy
        && of_variance < (*c.profile.cross_entropy - uniform) / 2)
        return "the head is tied to the embedding, and what is left of a token's own embedding makes its logit stand "
               "out";
    const double length = row_length(c);
    if (length > thresholds::high_std)
        return "rows of the head have length m √d σ = " + short_text(length)
            + ", which is the std of the logits of hidden vectors of RMS 1, and 1 for σ = 1/√d = "
            + short_text(1 / std::sqrt(double(c.network.width)));
    return "hidden vectors or rows of the head are too large: the softmax is sharp before anything is learned";
}

std::vector<Finding> find_logits(const Case& c)
{
    if (!sharp_logits(c.network, c.profile, 1))
        return {};
    const int outcomes = structure_of(c.network).softmax->outcomes;
    const double uniform = std::log(double(outcomes));
    std::string message = "the logits have std "
        + (std::isfinite(*c.profile.logit_std) ? short_text(*c.profile.logit_std) : "beyond 1e308");
    if (c.profile.cross_entropy)
        message += ", the first cross-entropy is " + short_text(*c.profile.cross_entropy)
            + (c.plan.kind->takes_tokens ? " where ln V = " : " where ln(classes) = ") + short_text(uniform);
    return {with_ways_out(c,
        {.id = "sharp_logits",
            .severity = *c.profile.logit_std >= thresholds::sharp_logits ? Severity::error : Severity::warning,
            .message = message,
            .cause = cause_of(c, uniform),
            .formula = *c.profile.logit_std < freezing_spread(outcomes)
                ? "Var(logit) = d σ_h² σ_w², cross-entropy ≈ ln V + Var/2 while Var < 2 ln V"
                : "Var(logit) = d σ_h² σ_w², cross-entropy → √(2 Var ln V) where Var > 2 ln V",
            .fixes = {}},
        still(sharp_logits))};
}

}   // namespace

Rule rule_logits()
{
    return {"logits", "the course's smoke test and checklist: logit std and cross-entropy",
        {{"sharp_logits", "sharp",
            "the first predictions are confident, and wrong: the first loss lies more than 1 nat away from ln V. "
            "Logits of std 1, those of a head of σ = 1/√d on a normalized vector, cost half a nat and are healthy; "
            "where a vision transformer averages its tokens the vector is shorter, and σ = 0.3 may give no more than "
            "that",
            220, {"logits"}}},
        find_logits};
}

}   // namespace stepzero
