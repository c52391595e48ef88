// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/positions.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::string cause_of(const Case& c, bool vanishing)
{
    const std::string way = vanishing ? "shrinks" : "grows";
    if (!c.layered)
        return "back through every branch the gradient of the stream " + way
            + ", by 1 + α²χ of the branch or by its norm";
    const Prediction& p = c.symptoms.prediction;
    const Predicted *last = p.preactivation(c.plan.depth(), Quantity::chi),
                    *middle = p.preactivation(c.plan.depth() / 2 + 1, Quantity::chi);
    if (!last || !std::isfinite((middle ? middle : last)->value))
        return "back through every layer the gradient " + way;
    return "χ = σ_w² E[φ'(z)²] = " + short_text((middle ? middle : last)->value)
        + " and not 1: back through every layer the square of the gradient " + way + " by about that";
}

std::vector<Finding> find(const Case& c)
{
    std::vector<Finding> found;
    for (const bool vanishing : {true, false}) {
        const Criterion criterion = vanishing ? vanishing_gradient : exploding_gradient;
        const auto span = criterion(c.network, c.profile, 1);
        if (!span)
            continue;
        const int end = body(c.network, c.plan.depth());
        const double first = *c.profile.layers.front().ln_gradient,
                     last = *c.profile.layers[std::size_t(end - 1)].ln_gradient;
        const std::string last_layer = span_text(c.network, end, end);
        Finding finding {.id = vanishing ? "vanishing_gradient" : "exploding_gradient",
            .severity = gradient_severity(c.network, c.profile),
            .first_layer = span->first,
            .last_layer = span->last,
            .message = std::string("the gradient ") + (vanishing ? "vanishes" : "explodes") + ": at "
                + span_text(c.network, 1, 1) + " it is " + exp_text(first - last) + " times what it is at "
                + last_layer,
            .cause = cause_of(c, vanishing),
            .formula
            = c.layered ? "χ_l = σ_w² E[φ'(z_l)²], |δ_1|² = χ_2 ⋯ χ_L |δ_L|²" : "E[g_l²] = (s² + α²χ) E[g_{l+1}²]",
            .fixes = {}};
        const auto of_positions
            = vanishing ? gradient_blamed_on_positions(c, finding, end, last - first) : std::nullopt;
        found.push_back(of_positions ? *of_positions : with_ways_out(c, std::move(finding), still(criterion)));
    }
    return found;
}

}   // namespace

Rule rule_gradient() { return {"gradient", "Schoenholz et al. 2017", find}; }

}   // namespace stepzero
