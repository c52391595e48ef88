// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find_stream_growth(const Case& c)
{
    const auto span = growing_stream(c.network, c.profile, 1);
    if (!span)
        return {};
    const double start = c.profile.ln_start, end = c.profile.layers.back().ln_signal;
    return {with_ways_out(c,
        {.id = "residual_growth",
            .severity = growth_severity(c.network, c.profile),
            .first_layer = span->first,
            .last_layer = span->last,
            .message = tr("The residual stream grows with depth: its RMS is %1 at the start and %2 after %3.",
                exp_text(start), exp_text(end), span_text(c.network, c.network.depth, c.network.depth)),
            .cause = tr("Every branch adds variance α² E[F_l²], and nothing scales branches down with depth."),
            .formula = "E[x_{l+1}²] = s² E[x_l²] + α² E[F_l²]",
            .fixes = {}},
        still(growing_stream))};
}

}   // namespace

Rule rule_stream_growth()
{
    return {"stream_growth", "Radford et al. 2019; De, Smith 2020",
        {{"residual_growth", tr("growing"), tr("branches add up, and the stream grows with depth"), 120, {"signal"}}},
        find_stream_growth};
}

}   // namespace stepzero
