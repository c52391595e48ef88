// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs, or the tokens of a sequence, that become indistinguishable.
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

double bias_variance(const Network& network)
{
    const Shape shape {network.width, network.width};
    const LawPlace place {.shape = shape, .role = Role::bias, .block = 1};
    const Initializer bias = evaluated(network.bias, place, law_variables_of(network));
    return law_of(draw_of(bias, shape, Role::bias), shape, Role::bias).variance;
}

Text cause_of(const Case& c)
{
    if (!c.layered && structure_of(c.network).biases && bias_variance(c.network) > 0)
        return tr("All tokens get the same biases, which outweigh the differences between tokens.");
    if (!c.layered)
        return tr(
            "In each block, %1 averages over tokens, and the skip connection carries too little to keep them apart.",
            c.plan.kind->mixer);
    const int last = body(c.network, c.plan.depth());
    const Predicted* bias = c.symptoms.prediction.preactivation(last, Quantity::bias_variance);
    if (bias && bias->value > 0)
        return tr(
            "All inputs get the same biases, and the weights are too small compared with them: σ_w² = %1, σ_b² = %2.",
            short_text(c.symptoms.prediction.preactivation(last, Quantity::weight_variance)->value),
            short_text(bias->value));
    return tr("Each %1 layer pulls inputs together.", activation_text(c.plan.layers.back().activation));
}

std::vector<Finding> find_alike(const Case& c)
{
    const auto span = alike_inputs(c.network, c.profile, 1);
    if (!span)
        return {};
    const int last = body(c.network, c.plan.depth());
    const double start = *c.profile.ln_start_difference, end = *c.profile.layers[std::size_t(last - 1)].ln_difference;
    const Text where = span_text(c.network, last, last);
    Finding finding {.id = c.layered ? "alike_inputs" : "alike_tokens",
        .severity = alike_severity(c.network, c.profile),
        .first_layer = span->first,
        .last_layer = span->last,
        .message = c.layered
            ? tr("Inputs become indistinguishable: 1 − c is %1 at the start and %2 at %3.", exp_text(start),
                exp_text(end), where)
            : tr("Tokens become indistinguishable: 1 − their mean cosine is %1 at the start and %2 after %3.",
                exp_text(start), exp_text(end), where),
        .cause = cause_of(c),
        .formula = c.layered ? "1 − c_{l+1} ≈ σ_w² E[φ'²] (1 − c_l)" : "attention without a skip: |x_t − x_t'|/|x| → 0",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), still(alike_inputs))};
}

}   // namespace

Rule rule_alike()
{
    return {"alike", "Schoenholz et al. 2017; Dong et al. 2021; Noci et al. 2022",
        {{"alike_inputs", tr("collapsing"),
             tr("different inputs, or the tokens of a sequence, have become the same vector"), 160, {"correlation"}},
            {"alike_tokens", tr("collapsing"), {}, 170, {"correlation"}}},
        find_alike};
}

}   // namespace stepzero
