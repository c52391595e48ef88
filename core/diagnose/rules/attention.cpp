// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find_attention(const Case& c)
{
    std::vector<Finding> found;
    for (const bool frozen : {true, false}) {
        const Criterion criterion = frozen ? frozen_attention : uniform_attention;
        const auto span = criterion(c.network, c.profile, 1);
        if (!span)
            continue;
        const AttentionProfile& a = *c.profile.layers[std::size_t(span->first - 1)].attention;
        found.push_back(with_ways_out(c,
            {.id = frozen ? "frozen_attention" : "uniform_attention",
                .severity = frozen ? frozen_severity(c.profile, *span) : Severity::note,
                .first_layer = span->first,
                .last_layer = span->last,
                .message = std::string("attention is ") + (frozen ? "frozen" : "uniform") + " in block "
                    + std::to_string(span->first) + ": the logits of a query have std " + short_text(a.spread)
                    + ", its entropy is " + short_text(a.entropy) + " of " + short_text(a.log_visible) + " nats",
                .cause = frozen
                    ? "queries and keys are so large that few keys take all, and little gradient comes back through "
                      "the "
                      "softmax"
                    : "queries and keys are so small that all keys weigh the same, and their gradient is as small",
                .formula
                = "s² = scale² d_h σ_q² σ_k², entropy = E ln Σ e^l − s² (1 − E Σ p²), and ln T − s²/2 for small s",
                .fixes = {}},
            still(criterion)));
    }
    return found;
}

}   // namespace

Rule rule_attention()
{
    return {"attention", "the course's checklists: attention entropy at step 0; Derrida 1981",
        {{"frozen_attention", "frozen", "each head looks at one key only, or at all keys alike", 180, {"attention"}},
            {"uniform_attention", "uniform", {}, 360, {"attention"}}},
        find_attention};
}

}   // namespace stepzero
