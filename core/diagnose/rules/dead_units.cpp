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
        .message = tr("%1 of the units of layer %2 are 0 on all samples: z has mean %3 and std %4.",
            percent_text(dead(worst)), worst, short_text(z.plain(z.mean)), short_text(z.plain(z.std))),
        .cause = all_zero ? tr("No signal arrives: all preactivations are 0.")
                          : tr("Dead units have negative preactivations z for every input: biases are negative, or the "
                               "scale of the weights is wrong."),
        .formula = "x = φ(z) = 0, φ'(z) = 0",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), still(dead_units))};
}

}   // namespace

Rule rule_dead_units()
{
    return {"dead_units", "Lu et al. 2019: Dying ReLU and initialization; a rule of thumb: at most half a layer",
        {{"dead_units", tr("dead"), tr("units that are zero on every sample"), 10, {"activations", "fractions"}}},
        find_dead_units};
}

}   // namespace stepzero
