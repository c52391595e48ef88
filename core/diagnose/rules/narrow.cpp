// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/layer_changes.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// The most severe measured symptom that the width explains, so that no scheme is at fault.
struct Excused {
    Severity severity = Severity::note;
    Text message;
};

std::optional<Excused> excused(const Case& c)
{
    const auto lawless = [](const std::optional<Profile::Expected>& expected) { return expected && !expected->lawful; };
    const bool died = !c.profile.layers.empty() && std::isinf(c.profile.layers.back().ln_signal);
    if (!died && !lawless(c.profile.signal) && !lawless(c.profile.gradient) && !lawless(c.profile.difference))
        return std::nullopt;   // random scatter that the theory of the spread covers
    Profile blamed = c.profile;
    blamed.signal = blamed.body_signal = blamed.gradient = blamed.difference = std::nullopt;
    const Network& n = c.network;
    std::optional<Excused> worst;
    const auto consider = [&](Criterion criterion, const auto& severity, const Text& message) {
        if (!criterion(n, blamed, 1) || criterion(n, c.profile, 1))
            return;
        const Severity now = severity();
        if (!worst || now > worst->severity)
            worst = {now, message};
    };
    const std::string sum = short_text(depth_over_width(c.plan));
    consider(
        vanishing_signal, [&] { return signal_severity(n, blamed, true); },
        tr("The network is too narrow for its depth (Σ 1/width = %1): its signal vanishes by chance.", sum));
    consider(
        exploding_signal, [&] { return signal_severity(n, blamed, false); },
        tr("The network is too narrow for its depth (Σ 1/width = %1): its signal explodes by chance.", sum));
    consider(
        vanishing_gradient, [&] { return gradient_severity(n, blamed); },
        tr("The network is too narrow for its depth (Σ 1/width = %1): its gradient vanishes by chance.", sum));
    consider(
        exploding_gradient, [&] { return gradient_severity(n, blamed); },
        tr("The network is too narrow for its depth (Σ 1/width = %1): its gradient explodes by chance.", sum));
    consider(
        alike_inputs, [&] { return alike_severity(n, blamed); },
        tr("The network is too narrow for its depth (Σ 1/width = %1): its inputs become indistinguishable by chance.",
            sum));
    return worst;
}

/// Offers the width for which random scatter is small, or for which width is no longer the reason why theory gives no
/// spread.
std::vector<Fix> wider_fixes(const Case& c, double spread)
{
    const auto is_wide_enough = [&](const Experiment& e) {
        const NetworkPlan plan = plan_of(e.network);
        const double left
            = spread_of(plan.kind->predict(e, plan, {e.input.samples, 1}, c.input, c.context), plan, true);
        return left < thresholds::spread || (std::isinf(left) && depth_over_width(plan) <= thresholds::narrow);
    };
    constexpr int most = 1024;
    for (int factor = std::isinf(spread) ? 4 : std::max(2, width_factor(spread)); factor <= most; factor *= 4) {
        const auto changed = wider(c.experiment, factor);
        if (!changed)
            break;
        if (is_wide_enough(*changed))
            return {fix_of({times_as_wide(factor), *changed})};
    }
    return {};
}

std::vector<Finding> find_narrow(const Case& c)
{
    if (!c.layered)
        return {};
    const double spread = spread_of(c.symptoms.prediction, c.plan, true);
    const auto worst = excused(c);
    if (!worst && (spread <= thresholds::spread || std::isinf(spread)))
        return {};
    const std::vector<Fix> fixes = c.at_a_glance ? std::vector<Fix> {} : wider_fixes(c, spread);
    return {{.id = "too_narrow",
        .severity = worst ? worst->severity : Severity::note,
        .message = worst ? worst->message
                         : tr("The network is narrow for its depth (Σ 1/width = %1): the logarithm of the RMS of "
                              "signal or gradient varies by ±%2 between seeds.",
                             short_text(depth_over_width(c.plan)), short_text(spread)),
        .cause = tr("Each layer multiplies lengths by a random factor of variance ∝ 1/width, and the variances add up "
                    "over depth. The scheme is not at fault."),
        .formula = "Var(ln|x_L|²) ≈ 5 Σ 1/n_l for ReLU",
        .fixes = fixes,
        .unfixed = c.at_a_glance || !fixes.empty()
            ? Text()
            : tr("A network that is wide enough has too many weights: make it shallower instead.")}};
}

}   // namespace

Rule rule_narrow()
{
    return {"narrow", "Hanin, Nica 2018; Hanin 2018",
        {{"too_narrow", tr("narrow"), tr("networks of this width and depth differ too much between random seeds"),
            370}},
        find_narrow};
}

}   // namespace stepzero
