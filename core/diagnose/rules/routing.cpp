// SPDX-License-Identifier: GPL-3.0-or-later
// Routers of a mixture of experts that leave no choice, or give all tokens the same one.
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::string experts_text(const Network& network)
{
    const ExpertsStructure experts = *structure_of(network).experts;
    return std::to_string(experts.chosen) + " of " + std::to_string(experts.count) + " experts";
}

Finding sharp(const Case& c, Span span)
{
    const RouterProfile& r = *c.profile.layers[std::size_t(span.first - 1)].router;
    return {.id = "sharp_router",
        .severity = Severity::warning,
        .first_layer = span.first,
        .last_layer = span.last,
        .message = "the router of block " + std::to_string(span.first) + " is as good as decided: its entropy is "
            + short_text(r.entropy) + " of " + short_text(r.log_experts) + " nats",
        .cause = "its weights are so large that the softmax gives nearly all to one expert: the others that are chosen "
                 "count for nothing, and little gradient comes back to the router",
        .formula = "s² = d σ_r² E[x²], entropy = E ln Σ e^l − s² (1 − E Σ p²)",
        .fixes = fixes(c, still(sharp_router))};
}

Finding crowded(const Case& c, Span span)
{
    const RouterProfile& r = *c.profile.layers[std::size_t(span.first - 1)].router;
    const Severity severity = crowded_severity(c.profile, span);
    const std::string where = "block " + std::to_string(span.first);
    return {.id = "crowded_experts",
        .severity = severity,
        .first_layer = span.first,
        .last_layer = span.last,
        .message = severity == Severity::error ? "all tokens go to the same " + experts_text(c.network) + " in " + where
                                               : "few experts are given most tokens in " + where + ": loads have "
                + short_text(r.load_spread) + " of their mean for std, and " + short_text(r.most_spread)
                + " if all tokens went to the same " + experts_text(c.network),
        .cause = r.undecided()
            ? "the router gives all experts the same logit, and of equals the first are chosen: the others are given "
              "neither tokens nor gradient, and the load-balance loss, 1, does not see it"
            : "tokens are alike there, and a router sends what is alike to the same experts",
        .formula = "std(load)/mean: 0 when even, √(n/k − 1) when all tokens choose the same k of n",
        .fixes = fixes(c, still(crowded_experts))};
}

std::vector<Finding> find_routing(const Case& c)
{
    std::vector<Finding> found;
    if (const auto span = sharp_router(c.network, c.profile, 1))
        found.push_back(sharp(c, *span));
    if (const auto span = crowded_experts(c.network, c.profile, 1))
        found.push_back(crowded(c, *span));
    return found;
}

}   // namespace

Rule rule_routing()
{
    return {"routing", "Shazeer et al. 2017; Fedus et al. 2021: loads and their balance",
        {{"crowded_experts", "crowded",
             "most tokens go to the same experts: tokens are alike, or the router is zero and of equal experts the "
             "first are chosen",
             190, {"experts"}},
            {"sharp_router", "sharp", "the router of a mixture of experts gives nearly all to one of the chosen", 200,
                {"experts"}}},
        find_routing};
}

}   // namespace stepzero
