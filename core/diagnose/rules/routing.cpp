// SPDX-License-Identifier: GPL-3.0-or-later
// Routers of a mixture of experts that have no preference, or route all tokens the same way.
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

Text experts_text(const Network& network)
{
    const ExpertsStructure experts = *structure_of(network).experts;
    return tr("%1 of %2 experts", experts.chosen, experts.count);
}

Finding sharp(const Case& c, Span span)
{
    const RouterProfile& r = *c.profile.layers[std::size_t(span.first - 1)].router;
    return with_fixes(c,
        {.id = "sharp_router",
            .severity = Severity::warning,
            .first_layer = span.first,
            .last_layer = span.last,
            .message = tr("The router of block %1 is nearly deterministic: its entropy is %2 of %3 nats.", span.first,
                short_text(r.entropy), short_text(r.log_experts)),
            .cause
            = tr("The router's σ_r is so large that the softmax gives nearly all weight to one expert, and little "
                 "gradient comes back to the router."),
            .formula = "s² = d σ_r² E[x²], entropy = E ln Σ e^l − s² (1 − E Σ p²)",
            .fixes = {}},
        still(sharp_router));
}

Finding crowded(const Case& c, Span span)
{
    const RouterProfile& r = *c.profile.layers[std::size_t(span.first - 1)].router;
    const Severity severity = crowded_severity(c.profile, span);
    const Text experts = experts_text(c.network);
    return with_fixes(c,
        {.id = "crowded_experts",
            .severity = severity,
            .first_layer = span.first,
            .last_layer = span.last,
            .message = severity == Severity::error
                ? tr("All tokens go to the same %1 in block %2.", experts, span.first)
                : tr("Few experts get most tokens in block %1: the std of loads is %2 of their mean. It would be %3 if "
                     "all "
                     "tokens went to the same %4.",
                    span.first, short_text(r.load_spread), short_text(r.most_spread), experts),
            .cause = r.undecided()
                ? tr("The router gives all experts the same logit, so the first are chosen and the "
                     "others get no gradient. The load-balance loss is 1 and does not show it.")
                : tr("Tokens are nearly identical there, so the router sends them to the same experts."),
            .formula = "std(load)/mean: 0 when even, √(n/k − 1) when all tokens choose the same k of n",
            .fixes = {}},
        still(crowded_experts));
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
        {{"crowded_experts", tr("expert overload"),
             tr("most tokens go to the same experts: tokens are nearly identical, or the router is zero and the first "
                "experts are chosen"),
             190, {"experts"}},
            {"sharp_router", tr("overconfident"),
                tr("the router of a mixture of experts gives nearly all weight to one expert"), 200, {"experts"}}},
        find_routing};
}

}   // namespace stepzero
