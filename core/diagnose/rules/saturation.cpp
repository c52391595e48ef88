// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"

namespace stepzero {

namespace {

std::vector<Finding> find_saturation(const Case& c)
{
    const auto span = saturated_units(c.network, c.profile, 1);
    if (!c.layered || !span)
        return {};
    int worst = span->first;
    const auto share = [&](int layer) { return c.measurement.number(layer, Quantity::saturated_fraction).value_or(0); };
    for (int l = span->first; l <= span->last; ++l)
        worst = share(l) > share(worst) ? l : worst;
    Finding finding {.id = "saturation",
        .severity = Severity::warning,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = tr("%1 of the outputs of layer %2 are saturated: the RMS of z is %3.", percent_text(share(worst)),
            worst, exp_text(c.profile.layers[std::size_t(worst - 1)].ln_signal)),
        .cause = tr("Preactivations z lie far outside the steep part of %1, so no gradient comes back.",
            activation_text(c.plan.layers[std::size_t(worst - 1)].activation)),
        .formula = "z ~ N(0, q), q = σ_w² E[x²] + σ_b²",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), still(saturated_units))};
}

}   // namespace

Rule rule_saturation()
{
    return {"saturation", "Glorot, Bengio 2010",
        {{"saturation", tr("saturated"), tr("preactivations lie where φ is flat"), 150, {"activations", "fractions"}}},
        find_saturation};
}

}   // namespace stepzero
