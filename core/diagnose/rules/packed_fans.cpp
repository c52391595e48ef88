// SPDX-License-Identifier: GPL-3.0-or-later
// Queries, keys and values whose scheme counts the outputs of all three.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/words/words.h"
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/kinds/transformer.h"

namespace stepzero {

namespace {

std::vector<Finding> find_packed_fans(const Case& c)
{
    if (!c.plan.kind->attends || !spec_of<TransformerSpec>(c.plan).qkv_packed)
        return {};
    double part = 1;   // fraction of the variance
    std::vector<std::string> roles;
    Span span;
    const Experiment split = with_option(c.experiment, "qkv", std::string("split"));
    const NetworkPlan packed_plan = plan_of(c.network), split_plan = plan_of(split.network);
    for (int block = 1; block <= packed_plan.depth(); ++block)
        for (const ParameterPlan& plan : packed_plan.block(block).parameters) {
            if (plan.kind != Role::weight || !is_packable(plan.role))
                continue;
            const double alone = split_plan.block(block).find(plan.role)->factor;
            const double factor = alone != 0 ? plan.factor / alone : 1;
            if (std::abs(factor - 1) < 1e-12)   // rounding of the products
                continue;
            part = std::min(part, factor * factor);
            if (std::ranges::find(roles, plan.role) == roles.end())
                roles.push_back(plan.role);
            span = {span.first > 0 ? span.first : block, block};
        }
    if (roles.empty())
        return {};
    return {{.id = "packed_fans",
        .severity = Severity::note,
        .first_layer = span.first,
        .last_layer = span.last,
        .message = tr("The variance of %1 is %2 times that of separate matrices: queries, keys and values are "
                      "initialized as one matrix, with their joint fan_out.",
            list_text(roles), short_text(part)),
        .cause = tr("The library keeps queries, keys and values in one matrix and passes its shape to the scheme. Each "
                    "output still has the same number of inputs."),
        .formula = "Xavier: Var = 2/(d + 3d), not 2/(d + d)",
        .fixes = {fix_of({tr("Compute fans for each matrix separately"), split})}}};
}

}   // namespace

Rule rule_packed_fans()
{
    return {"packed_fans", "PyTorch's MultiheadAttention, whose in_proj_weight xavier_uniform_ fills",
        {{"packed_fans", tr("mis-scaled"), tr("a scheme counts the outputs of queries, keys and values together"), 330,
            {"weights"}}},
        find_packed_fans, true};
}

}   // namespace stepzero
