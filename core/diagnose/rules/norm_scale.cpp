// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

std::vector<Finding> find_norm_scale(const Case& c)
{
    if (c.plan.given || !c.network.roles.contains("norm_scale") || !has_norms(c.network))
        return {};
    const double rms = norm_scale_rms(c.network);
    if (rms <= thresholds::norm_scale && rms >= 1 / thresholds::norm_scale)
        return {};
    return {{.id = "norm_scale",
        .severity = rms == 0 ? Severity::error : Severity::warning,
        .first_layer = 1,
        .last_layer = c.network.depth,
        .message = "the norms' scale has RMS " + short_text(rms) + ", not 1",
        .cause = rms > 1 ? "branches read more than their weights were made for"
            : rms > 0
            ? "branches read hardly anything"
            : "no signal passes a norm, and no gradient: all weights but the scale itself stand still, though a "
              "first loss of ln V looks healthy",
        .formula = "norm(x) = γ (x − mean)/std",
        .fixes = {fix_of({arrow_text("norm scale: γ", rms, 1), with_role(c.experiment, "norm_scale", {"ones", {}})})}}};
}

}   // namespace

Rule rule_norm_scale()
{
    return {"norm_scale", "the course's checklists: norm scale starts at 1",
        {{"norm_scale", "mis-scaled", "scales of norms multiply the stream", 340, {"weights"}}}, find_norm_scale, true};
}

}   // namespace stepzero
