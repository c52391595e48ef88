// SPDX-License-Identifier: GPL-3.0-or-later
// Mixing of streams that does not preserve the skip connection: products of H_res grow or shrink with depth.
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find_stream_mixing(const Case& c)
{
    const auto span = mixing_gain(c.network, c.profile, 1);
    if (!span)
        return {};
    const auto& layers = c.profile.layers;
    const double forward = layers.back().gains->forward, backward = layers.front().gains->backward;
    const bool faded = mixing_fades(c.profile);
    return {with_fixes(c,
        {.id = faded ? "fading_streams" : "exploding_streams",
            .severity = mixing_severity(c.profile),
            .first_layer = span->first,
            .last_layer = span->last,
            .message
            = tr("The products of H_res over all blocks multiply a signal by up to %1 and a gradient by up to %2.",
                exp_text(forward), exp_text(backward)),
            .cause = faded ? tr("H_res shrinks the streams at each step: the input is forgotten, and no gradient comes "
                                "back through the skip connection.")
                           : tr("Nothing bounds H_res: small deviations from the identity multiply over many steps."),
            .formula = "max_i |Σ_j (Π H_res)_ij|, max_j |Σ_i (Π H_res)_ij|: 1 where H_res is doubly stochastic",
            .fixes = {}},
        still(mixing_gain))};
}

}   // namespace

Rule rule_stream_mixing()
{
    return {"stream_mixing", "Xie et al. 2025: gains of composite mappings",
        {{"exploding_streams", tr("exploding"),
             tr("products of H_res, which mixes several streams, amplify or attenuate a signal or a gradient by more "
                "than a factor of ten"),
             100, {"signal"}},
            {"fading_streams", tr("vanishing"), {}, 110, {"signal"}}},
        find_stream_mixing};
}

}   // namespace stepzero
