// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// Behind a norm the stream grows in a straight line, which trains, but leaves late branches little to say (De, Smith
/// 2020; Sun et al. 2025); unless each of them writes much more than the 1 that it reads.
Severity severity_behind_norm(const Case& c, double start, double end)
{
    const double branches = c.network.depth * double(c.plan.steps.size());
    const double of_one = (end > start ? 2 * end + std::log1p(-std::exp(2 * (start - end))) : 2 * start) / 2;
    return of_one - std::log(branches) / 2 > std::log(thresholds::high_std) ? Severity::warning : Severity::note;
}

std::vector<Finding> find(const Case& c)
{
    const auto span = growing_stream(c.network, c.profile, 1);
    if (!span)
        return {};
    const double start = c.profile.ln_start, end = c.profile.layers.back().ln_signal;
    const bool grave = end - start > thresholds::stream_growth + thresholds::grave_drift;
    return {{.id = "residual_growth",
        .severity = option_word(c.network, "norm") != "none" ? severity_behind_norm(c, start, end)
            : grave                                          ? Severity::error
                                                             : Severity::warning,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = "the residual stream grows with depth: its RMS is " + exp_text(start) + " at the start and "
            + exp_text(end) + " behind " + span_text(c.network, c.network.depth, c.network.depth),
        .cause = "every branch adds its variance, and nothing makes branches smaller where there are more of them",
        .formula = "E[x_{l+1}²] = s² E[x_l²] + α² E[F_l²]",
        .fixes = fixes(c, still(growing_stream))}};
}

}   // namespace

Rule rule_stream_growth()
{
    return {"stream_growth",
        "the course's checklists: residual RMS not growing by depth; Radford et al. 2019; De, Smith 2020", find};
}

}   // namespace stepzero
