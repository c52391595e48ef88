// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

std::string cause_of(const Case& c, double uniform)
{
    if (c.profile.cross_entropy && *c.profile.cross_entropy < uniform - thresholds::cross_entropy)
        return "an untrained network that knows the next token has been told it: look for targets among the inputs";
    const double of_variance = *c.profile.logit_std * *c.profile.logit_std / 2;
    if (option_flag(c.network, "tied") && c.profile.cross_entropy
        && of_variance < (*c.profile.cross_entropy - uniform) / 2)
        return "the head is tied to the embedding, and what is left of a token's own embedding makes its logit stand "
               "out";
    return "hidden vectors or rows of the head are too large: the softmax is sharp before anything is learned";
}

std::vector<Finding> find(const Case& c)
{
    if (!sharp_logits(c.network, c.profile, 1))
        return {};
    const double uniform = std::log(option(c.network, "vocabulary"));
    std::string message = "the logits have std " + short_text(*c.profile.logit_std);
    if (c.profile.cross_entropy)
        message += ", the first cross-entropy is " + short_text(*c.profile.cross_entropy)
            + " where ln V = " + short_text(uniform);
    return {{.id = "sharp_logits",
        .severity = *c.profile.logit_std >= thresholds::sharp_logits ? Severity::error : Severity::warning,
        .message = message,
        .cause = cause_of(c, uniform),
        .formula = "Var(logit) = d σ_h² σ_w², cross-entropy ≈ ln V + Var/2",
        .fixes = fixes(c, still(sharp_logits))}};
}

}   // namespace

Rule rule_logits() { return {"logits", "the course's smoke test and checklist: logit std and cross-entropy", find}; }

}   // namespace stepzero
