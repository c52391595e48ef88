// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find_dead_units(const Case& c)
{
    const auto span = dead_units(c.network, c.profile, 1);
    if (!span)
        return {};
    const auto dead = [&](int layer) { return c.measurement.number(layer, Quantity::dead_fraction).value_or(0); };
    int worst = span->first;
    for (int layer = span->first; layer <= span->last; ++layer)
        worst = dead(layer) > dead(worst) ? layer : worst;
    const Distribution& z = *c.measurement.preactivation(worst);
    const bool all_zero = z.rms == 0;
    Finding finding {.id = "dead_units",
        .severity = dead(worst) == 1 ? Severity::error : Severity::warning,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = percent_text(dead(worst)) + " of the units of layer " + std::to_string(worst)
            + " are 0 on all samples; z has mean " + short_text(z.plain(z.mean)) + " and std "
            + short_text(z.plain(z.std)),
        .cause = all_zero ? "no signal arrives"
                          : "their preactivations are negative whatever the input: a negative bias, or a bad scale",
        .formula = "x = φ(z) = 0, φ'(z) = 0",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), still(dead_units))};
}

}   // namespace

Rule rule_dead_units()
{
    return {"dead_units", "the course's checklists: dead ReLUs; a rule of thumb: not above half a layer",
        {{"dead_units", "dead", "units that are zero on every sample", 10, {"activations", "fractions"}}},
        find_dead_units};
}

}   // namespace stepzero
