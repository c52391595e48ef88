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
        .message = tr("The norms' scale γ has RMS %1, not 1.", short_text(rms)),
        .cause = rms > 1 ? tr("The layers after the norms get inputs that are too large.")
            : rms > 0    ? tr("The layers after the norms get inputs that are too small.")
                         : tr("No signal and no gradient pass through a norm: only the scale itself can move. A first "
                                 "loss of ln V still looks healthy."),
        .formula = "norm(x) = γ (x − mean)/std",
        .fixes = {fix_of({tr("Set the norms' scale to 1: %1", arrow_text(Text::name("γ"), rms, 1)),
            with_role(c.experiment, "norm_scale", {"ones", {}})})}}};
}

}   // namespace

Rule rule_norm_scale()
{
    return {"norm_scale", "Ba, Kiros, Hinton 2016: a norm's scale starts at 1",
        {{"norm_scale", tr("mis-scaled"), tr("norms whose scale γ is not 1 multiply the stream"), 340, {"weights"}}},
        find_norm_scale, true};
}

}   // namespace stepzero
