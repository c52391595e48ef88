// SPDX-License-Identifier: GPL-3.0-or-later
// Norms whose scale γ is far from 1: all norms, or those with a separate role, such as the final norm.
#include <algorithm>
#include <optional>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

bool is_zero_scale(const ParameterPlan& parameter)
{
    const Law law = law_of(draw_of(parameter), parameter.shape, parameter.kind);
    return law.mean == 0 && law.variance == 0;
}

/// Returns whether a parameter is the scale of a norm with this initializer.
bool is_scale(const ParameterPlan& parameter, const Initializer& initializer)
{
    return is_norm_scale(parameter)
        && (parameter.typed ? parameter.typed->initializer : parameter.initializer) == initializer;
}

/// Returns whether norms with a separate role stop the whole signal if their scale is 0: norms outside of the blocks,
/// and those that every sum on the stream passes.
bool stop_everything(const Case& c, const RoleInfo& scale)
{
    if (!scale.in_blocks)
        return true;
    return norms_hold_stream(c.network)
        && std::ranges::any_of(c.plan.parameters(), [&](const ParameterPlan* parameter) {
               return is_scale(*parameter, c.plan.network.roles.at(scale.name)) && is_zero_scale(*parameter)
                   && std::ranges::any_of(
                       c.plan.steps, [&](const StepInfo& step) { return parameter->role == step.word + "_norm"; });
           });
}

/// Returns whether norms with a separate role follow the branches and precede nothing: a small scale then starts the
/// branches small, as in Swin Transformer V2.
bool only_end_branches(const Case& c, const RoleInfo& scale)
{
    const auto norms = structure_of(c.network).norms;
    return scale.in_blocks && norms && !norms->of_channels && !norms->read_stream && !norms->hold_stream;
}

Text cause_of_norm_scale(double rms, bool all_norms, bool stops)
{
    if (rms > 0 && !all_norms)
        return rms > 1 ? tr("The layer after the norm gets inputs that are too large.")
                       : tr("The layer after the norm gets inputs that are too small.");
    if (rms > 0)
        return rms > 1 ? tr("The layers after the norms get inputs that are too large.")
                       : tr("The layers after the norms get inputs that are too small.");
    return stops ? tr("No signal and no gradient pass through a norm: only the scale itself can move. A first "
                      "loss of ln V still looks healthy.")
                 : tr("No signal and no gradient pass through the norm: at first, only the scale itself can move.");
}

Text message_of_norm_scale(const Case& c, const RoleInfo& scale, const WrongScale& wrong)
{
    const Text rms = rms_text(c.network, wrong);
    return scale.follows.empty() ? tr("The norms' scale γ has RMS %1, not 1.", rms)
                                 : tr("The %1 γ has RMS %2, not 1.", scale.label, rms);
}

/// Reports the scale of the norms that follow `role_of_norms`, or of those with a separate role, if it is wrong.
std::optional<Finding> find_norm_scale(const Case& c, const RoleInfo& scale)
{
    const bool all_norms = scale.follows.empty();
    const auto uses
        = [&](const ParameterPlan& parameter) { return is_scale(parameter, c.plan.network.roles.at(scale.name)); };
    if (all_norms && std::ranges::none_of(c.parameters, uses))
        return std::nullopt;   // every norm has a separate role
    const bool may_be_small = !all_norms && only_end_branches(c, scale);
    const std::optional<WrongScale> wrong = wrong_norm_scale(c.network, scale, !may_be_small);
    if (!wrong)
        return std::nullopt;
    const double rms = wrong->rms;
    const bool stops = all_norms || stop_everything(c, scale);
    return Finding {.id = "norm_scale",
        .severity = rms == 0 && stops ? Severity::error : Severity::warning,
        .first_layer = wrong->span.first,
        .last_layer = wrong->span.last,
        .message = message_of_norm_scale(c, scale, *wrong),
        .cause = cause_of_norm_scale(rms, all_norms, stops),
        .formula = "norm(x) = γ (x − mean)/std",
        .fixes = {}};
}

/// Returns the fix that the findings about these scales share.
Fix fix_of_scales(const Case& c, const std::vector<RoleInfo>& scales)
{
    Experiment ones = c.experiment;
    for (const RoleInfo& scale : scales)
        ones = with_role(ones, scale.name, {"ones", {}});
    if (scales.size() > 1)
        return fix_of({tr("Set the scale of every norm to 1"), std::move(ones)});
    const RoleInfo& scale = scales.front();
    const Text arrow = arrow_text(Text::name("γ"), wrong_norm_scale(c.network, scale)->rms, 1);
    return fix_of({scale.follows.empty() ? tr("Set the norms' scale to 1: %1", arrow)
                                         : tr("Set the %1 to 1: %2", scale.label, arrow),
        std::move(ones)});
}

std::vector<Finding> find_norm_scales(const Case& c)
{
    std::vector<Finding> findings;
    if (c.plan.given)
        return findings;
    std::vector<RoleInfo> wrong;
    for (const RoleInfo& scale : specified_norm_scales(c.network))
        if (std::optional<Finding> finding = find_norm_scale(c, scale)) {
            findings.push_back(std::move(*finding));
            wrong.push_back(scale);
        }
    for (Finding& finding : findings)
        finding.fixes.push_back(fix_of_scales(c, wrong));
    return findings;
}

}   // namespace

Rule rule_norm_scale()
{
    return {"norm_scale", "Ba, Kiros, Hinton 2016: a norm's scale starts at 1",
        {{"norm_scale", tr("mis-scaled"), tr("norms whose scale γ is not 1 multiply the stream"), 340, {"weights"}}},
        find_norm_scales, true};
}

}   // namespace stepzero
