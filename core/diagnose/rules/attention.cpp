// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

Text message_of(bool frozen, int block, const AttentionProfile& a)
{
    const std::string spread = short_text(a.spread), entropy = short_text(a.entropy), most = short_text(a.log_visible);
    return frozen
        ? tr("Attention is frozen in block %1: the logits of a query have std %2, and its entropy is %3 of %4 nats.",
            block, spread, entropy, most)
        : tr("Attention is uniform in block %1: the logits of a query have std %2, and its entropy is %3 of %4 nats.",
            block, spread, entropy, most);
}

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
                .message = message_of(frozen, span->first, a),
                .cause = frozen ? tr("Queries and keys are so large that few keys take all the weight, and little "
                                     "gradient passes through the softmax.")
                                : tr("Queries and keys are so small that all keys get the same weight, and their "
                                     "gradients are small too."),
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
    return {"attention", "Vaswani et al. 2017, section 3.2.1; Derrida 1981",
        {{"frozen_attention", tr("frozen"), tr("each head attends to one key only, or to all keys equally"), 180,
             {"attention"}},
            {"uniform_attention", tr("uniform"), {}, 360, {"attention"}}},
        find_attention};
}

}   // namespace stepzero
