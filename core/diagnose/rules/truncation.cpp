// SPDX-License-Identifier: GPL-3.0-or-later
// Normal distributions truncated where nothing is cut off, or so that less variance is left than their scheme requires.
#include <algorithm>
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

Parameters parameters_of(const Initializer& initializer) { return completed(initializer).parameters; }

Initializer with(Initializer initializer, const Parameters& changed)
{
    for (const auto& [name, value] : changed)
        initializer.parameters[name] = value;
    return initializer;
}

/// Returns the same distribution without truncation.
Initializer whole(const Initializer& initializer)
{
    if (const std::string& scheme = find_scheme(initializer.scheme)->untruncated; !scheme.empty()) {
        Initializer plain {scheme, {}};
        for (const ParameterInfo& info : find_scheme(scheme)->parameters)
            plain.parameters[info.name] = parameters_of(initializer).at(info.name);
        return plain;
    }
    const bool by_distribution = parameters_of(initializer).contains("distribution");
    return with(
        initializer, {{by_distribution ? "distribution" : "bounds", std::string(by_distribution ? "normal" : "none")}});
}

/// Replaces the initializer of a matrix wherever it occurs.
Experiment replaced(const Case& c, const ParameterPlan& plan, const std::function<Initializer(const Initializer&)>& by)
{
    Experiment e = c.experiment;
    const Initializer& drawn = plan.typed ? plan.typed->initializer : plan.initializer;
    const auto mend = [&](Initializer& initializer) {
        if (completed(initializer) == completed(drawn))
            initializer = completed(by(initializer));
    };
    for_weight_initializers(e.network, mend);
    return e;
}

/// Returns "−2σ and 2σ".
Text between(const Draw& draw)
{
    const auto [low, high] = *draw.base->truncation;
    return tr("%1σ and %2σ", short_text(low), short_text(high));
}

/// Sets the layers of a matrix in a finding.
Finding at(const Case& c, const ParameterPlan& plan, Finding finding)
{
    const Span span = span_of(c, plan);
    finding.first_layer = span.first;
    finding.last_layer = span.last;
    return finding;
}

Text name_of(const Case& c, const ParameterPlan& plan)
{
    return c.layered ? span_text(c.network, plan.block, plan.block) : role_text(*c.plan.kind, plan);
}

std::optional<Finding> far_bounds(const Case& c, const ParameterPlan& plan, const Draw& draw)
{
    const Parameters p = parameters_of(plan.initializer);
    if (!is_word(p, "bounds", "absolute")
        || std::min(-draw.base->truncation->first, draw.base->truncation->second) < thresholds::far_bounds)
        return std::nullopt;
    const std::string low = short_text(number(p, "low")), high = short_text(number(p, "high"));
    return at(c, plan,
        {.id = "far_bounds",
            .severity = Severity::note,
            .message = tr("The bounds %1 and %2 of the weights of %3 are at %4 and are never reached.", low, high,
                name_of(c, plan), between(draw)),
            .cause = tr("PyTorch's trunc_normal_ takes bounds as values, not as multiples of the standard deviation."),
            .formula = "P(|w| > " + short_text(thresholds::far_bounds) + " σ) < 2·10⁻⁹",
            .fixes = {fix_of({tr("Set bounds to ±2σ, compensated"),
                          replaced(c, plan,
                              [](const Initializer& i) {
                                  return with(i,
                                      {{"bounds", std::string("sigma")}, {"low", -2.0}, {"high", 2.0},
                                          {"compensated", flag_value(true)}});
                              })}),
                fix_of({tr("Do not truncate"), replaced(c, plan, whole)})}});
}

/// Returns whether a scheme derives the variance from fans. A std given directly may have any value.
bool asks_for_variance(const ParameterPlan& plan)
{
    const auto variance = find_scheme(plan.initializer.scheme)->variance;
    return variance && variance(parameters_of(plan.initializer), plan.kind).fan != Fan::none;
}

std::optional<Finding> lost_variance(const Case& c, const ParameterPlan& plan, const Draw& draw)
{
    if (!asks_for_variance(plan) || plan.scale_free || is_looked_up(plan))
        return std::nullopt;
    const auto variance = [&](const Initializer& initializer) {
        return law_of(draw_of(initializer, plan.shape, plan.kind), plan.shape, plan.kind).variance;
    };
    const double asked = variance(whole(plan.initializer)), left = variance(plan.initializer) / asked;
    if (!(left < thresholds::variance_left))
        return std::nullopt;
    const auto compensated = [](const Initializer& i) { return with(i, {{"compensated", flag_value(true)}}); };
    Finding finding = at(c, plan,
        {.id = "truncated_variance",
            .severity = Severity::note,
            .message = tr("The weights of %1 are truncated at %2 and have %3 times the variance that %4 specifies.",
                name_of(c, plan), between(draw), short_text(left), plan.initializer.scheme),
            .cause = tr("Truncation removes the tails. JAX and Keras widen the distribution to compensate (at ±2σ: "
                        "σ/0.8796); PyTorch does not."),
            .formula
            = "Var(w given |w| < b σ) = σ² (1 − 2 b n(b)/(2 N(b) − 1)), n and N the normal density and its integral",
            .fixes = {}});
    const int layers = finding.last_layer - finding.first_layer + 1;
    if (c.layered && -std::log(left) * layers >= 2 * thresholds::signal_drift) {
        finding.severity = Severity::warning;
        if (layers > 1)
            finding.message = joined({finding.message,
                                         tr("After %1 layers, %2 of the signal's variance is left.", layers,
                                             short_text(std::pow(left, layers)))},
                " ");
    }
    if (variance(compensated(plan.initializer)) >= thresholds::variance_left * asked)
        finding.fixes.push_back(fix_of({tr("Compensate for the truncation"), replaced(c, plan, compensated)}));
    finding.fixes.push_back(fix_of({tr("Do not truncate"), replaced(c, plan, whole)}));
    return finding;
}

std::vector<Finding> find_truncation(const Case& c)
{
    std::vector<Finding> all;
    for (const auto rule : {far_bounds, lost_variance})
        for (const ParameterPlan* plan : unlike_matrices(c))
            if (const Draw draw = draw_of(*plan); draw.base->truncation)
                if (auto finding = rule(c, *plan, draw)) {
                    all.push_back(std::move(*finding));
                    break;
                }
    return all;
}

}   // namespace

Rule rule_truncation()
{
    return {"truncation", "PyTorch's trunc_normal_, whose bounds are values; JAX's and Keras's variance scaling",
        {{"far_bounds", tr("mis-scaled"), tr("a truncation with absolute bounds that are never reached"), 440,
             {"weights"}},
            {"truncated_variance", tr("mis-scaled"),
                tr("a truncation leaves less than the variance that the scheme specifies"), 410, {"weights"}}},
        find_truncation, true};
}

}   // namespace stepzero
