// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find(const Case& c)
{
    const auto span = dead_units(c.network, c.profile, 1);
    if (!span)
        return {};
    const auto begin = c.measurement.layers.begin() + (span->first - 1),
               end = c.measurement.layers.begin() + span->last;
    const auto worst = std::max_element(begin, end,
        [](const LayerMeasurement& a, const LayerMeasurement& b) { return a.dead_fraction < b.dead_fraction; });
    const Distribution& z = worst->preactivation;
    const std::string number = std::to_string(worst - c.measurement.layers.begin() + 1);
    const bool all_zero = z.rms == 0;
    return {{.id = "dead_units",
        .severity = worst->dead_fraction == 1 ? Severity::error : Severity::warning,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = percent_text(worst->dead_fraction) + " of the units of layer " + number
            + " are 0 on all samples; z has mean " + short_text(z.plain(z.mean)) + " and std "
            + short_text(z.plain(z.std)),
        .cause = all_zero ? "no signal arrives"
                          : "their preactivations are negative whatever the input: a negative bias, or a bad scale",
        .formula = "x = φ(z) = 0, φ'(z) = 0",
        .fixes = fixes(c, still(dead_units))}};
}

}   // namespace

Rule rule_dead_units()
{
    return {"dead_units", "the course's checklists: dead ReLUs; a rule of thumb: not above half a layer", find};
}

}   // namespace stepzero
