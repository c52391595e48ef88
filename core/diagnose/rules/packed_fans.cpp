// SPDX-License-Identifier: GPL-3.0-or-later
// Queries, keys and values whose scheme counts the outputs of all three.
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/kinds/transformer.h"

namespace stepzero {

namespace {

std::vector<Finding> find_packed_fans(const Case& c)
{
    if (!c.plan.kind->attends)
        return {};
    double part = 1;   // fraction of the variance
    std::string roles;
    for (const RoleInfo& role : c.plan.roles)
        if (const double factor = packing(c.network, role.name); factor != 1) {
            part = std::min(part, factor * factor);
            roles += (roles.empty() ? "" : ", ") + role.name;
        }
    if (roles.empty())
        return {};
    return {{.id = "packed_fans",
        .severity = Severity::note,
        .first_layer = 1,
        .last_layer = c.network.depth,
        .message = tr("The variance of %1 is %2 times that of separate matrices: queries, keys and values are "
                      "initialized as one matrix, with their joint fan_out.",
            roles, short_text(part)),
        .cause = tr("The library keeps queries, keys and values in one matrix and passes its shape to the scheme. Each "
                    "output still has the same number of inputs."),
        .formula = "Xavier: Var = 2/(d + 3d), not 2/(d + d)",
        .fixes = {fix_of(
            {tr("Compute fans for each matrix separately"), with_option(c.experiment, "qkv", std::string("split"))})}}};
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
