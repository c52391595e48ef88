// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/base/words/off_scale.h"
#include "core/diagnose/positions.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

Text cause_of(const Case& c, bool vanishing)
{
    if (!c.layered)
        return vanishing ? tr("The stream's gradient shrinks at each branch on the way back: by the norm after the "
                              "sum, or by a skip factor below 1.")
                         : tr("The stream's gradient grows at each branch on the way back: by the factor 1 + α²χ, or "
                              "by the branch's norm.");
    const Prediction& p = c.symptoms.prediction;
    const Predicted *last = p.preactivation(c.plan.depth(), Quantity::chi),
                    *middle = p.preactivation(c.plan.depth() / 2 + 1, Quantity::chi);
    if (!last || !std::isfinite((middle ? middle : last)->value))
        return vanishing ? tr("The gradient shrinks at each layer on the way back.")
                         : tr("The gradient grows at each layer on the way back.");
    const std::string chi = short_text((middle ? middle : last)->value);
    if (const auto norms = structure_of(c.network).norms; norms && norms->over_batch)
        return vanishing
            ? tr("BatchNorm divides by the standard deviation over the batch: χ = γ² E[φ'(z)²]/Var[φ(z)] = "
                 "%1 instead of 1. The squared gradient shrinks by about this factor per layer, whatever "
                 "the weights.",
                chi)
            : tr("BatchNorm divides by the standard deviation over the batch: χ = γ² E[φ'(z)²]/Var[φ(z)] = "
                 "%1 instead of 1. The squared gradient grows by about this factor per layer, whatever the "
                 "weights.",
                chi);
    else if (norms)
        return vanishing ? tr("LayerNorm divides by the RMS: χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1 instead "
                              "of 1. The squared gradient shrinks by about this factor per layer.",
                   chi)
                         : tr("LayerNorm divides by the RMS: χ = γ² σ_w² E[φ'(z)²]/(σ_w² E[φ(z)²] + σ_b²) = %1 instead "
                              "of 1. The squared gradient grows by about this factor per layer.",
                             chi);
    return vanishing
        ? tr("χ = σ_w² E[φ'(z)²] = %1 instead of 1: the squared gradient shrinks by about this factor per layer.", chi)
        : tr("χ = σ_w² E[φ'(z)²] = %1 instead of 1: the squared gradient grows by about this factor per layer.", chi);
}

Text message_of(const Case& c, bool vanishing, int end, double ln_ratio)
{
    const Text first = span_text(c.network, 1, 1), last = span_text(c.network, end, end);
    if (vanishing && no_gradient(c.network, c.profile))
        return tr("The gradient is exactly zero at every layer.");
    if (is_off_scale(ln_ratio / std::log(10.0)))
        return vanishing
            ? tr("The gradient vanishes: the ratio of its sizes at %1 and at %2 is off the scale.", first, last)
            : tr("The gradient explodes: the ratio of its sizes at %1 and at %2 is off the scale.", first, last);
    const std::string ratio = exp_text(ln_ratio);
    return vanishing ? tr("The gradient vanishes: at %1 it is %2 times the gradient at %3.", first, ratio, last)
                     : tr("The gradient explodes: at %1 it is %2 times the gradient at %3.", first, ratio, last);
}

/// A gradient that theory withholds after softmaxes does not count as fixed. Through norms of few channels, theory is
/// off by a factor of two at most, which is not a drift.
StillWrong still_drifting(Criterion criterion)
{
    return [criterion](const Experiment& experiment, const Profile& profile) {
        const bool withheld = kind_of(experiment.network).has_tokens()
            && (profile.layers.empty() || !profile.layers.front().ln_gradient);
        return withheld || still(criterion)(experiment, profile);
    };
}

std::vector<Finding> find_gradient(const Case& c)
{
    std::vector<Finding> found;
    if (c.plan.kind->steps_of_input)
        return found;   // reported by through_time.cpp
    for (const bool vanishing : {true, false}) {
        const Criterion criterion = vanishing ? vanishing_gradient : exploding_gradient;
        const auto span = criterion(c.network, c.profile, 1);
        if (!span)
            continue;
        const int end = body(c.network, c.plan.depth());
        const double first = *c.profile.layers.front().ln_gradient,
                     last = *c.profile.layers[std::size_t(end - 1)].ln_gradient;
        const bool none = vanishing && no_gradient(c.network, c.profile);
        Finding finding {.id = vanishing ? "vanishing_gradient" : "exploding_gradient",
            .severity = gradient_severity(c.network, c.profile),
            .first_layer = span->first,
            .last_layer = span->last,
            .message = message_of(c, vanishing, end, first - last),
            .cause = none ? tr("Preactivations are so large that the slope of %1 there is 0 in floating point.",
                         c.plan.layers.back().activation.name)
                          : cause_of(c, vanishing),
            .formula = c.layered && has_norms(c.network)
                ? "χ_l = γ² σ_w² E[φ'(z_l)²]/v, v: the variance that the norm divides by"
                : c.layered ? "χ_l = σ_w² E[φ'(z_l)²], |δ_1|² = χ_2 ⋯ χ_L |δ_L|²"
                            : "E[g_l²] = (s² + α²χ) E[g_{l+1}²]",
            .fixes = {}};
        const auto of_positions
            = vanishing && !none ? gradient_blamed_on_positions(c, finding, end, last - first) : std::nullopt;
        found.push_back(of_positions ? *of_positions : with_ways_out(c, std::move(finding), still_drifting(criterion)));
    }
    return found;
}

}   // namespace

Rule rule_gradient()
{
    return {"gradient", "Schoenholz et al. 2017",
        {{"exploding_gradient", tr("exploding"),
             tr("the gradient grows or shrinks on the way back: early layers diverge, or learn nothing"), 130,
             {"signal", "gradients"}},
            {"vanishing_gradient", tr("vanishing"), {}, 140, {"signal", "gradients"}}},
        find_gradient};
}

}   // namespace stepzero
