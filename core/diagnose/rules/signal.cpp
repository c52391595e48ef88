// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// Why, as far as the last layer's own numbers say it.
std::string cause_of(const Case& c, bool vanishing)
{
    const Predicted* variance = c.symptoms.prediction.preactivation(c.plan.depth(), Quantity::weight_variance);
    if (!variance)
        return std::string("the weights are too ") + (vanishing ? "small" : "large") + " for "
            + c.plan.layers.back().activation.name;
    return "σ_w² = fan_in·Var(W) = " + short_text(variance->value) + " is too " + (vanishing ? "small" : "large") + " for "
        + c.plan.layers.back().activation.name + ": each layer hands on "
        + (vanishing ? "less than it was given" : "more than it was given");
}

std::vector<Finding> find(const Case& c)
{
    std::vector<Finding> found;
    for (const bool vanishing : {true, false}) {
        const Criterion criterion = vanishing ? vanishing_signal : exploding_signal;
        const auto span = criterion(c.network, c.profile, 1);
        if (!span)
            continue;
        const double first = c.profile.layers.front().ln_signal, last = c.profile.layers.back().ln_signal;
        const bool grave = std::abs(last - first) > thresholds::signal_drift + thresholds::grave_drift;
        found.push_back({.id = vanishing ? "vanishing_signal" : "exploding_signal",
            .severity = grave ? Severity::error : Severity::warning,
            .first_layer = span->first,
            .last_layer = span->last,
            .message = std::string("the signal ") + (vanishing ? "vanishes" : "explodes") + ": the RMS of z is "
                + exp_text(first) + " at layer 1 and " + exp_text(last) + " at layer "
                + std::to_string(c.profile.layers.size()),
            .cause = cause_of(c, vanishing),
            .formula = "q_l = σ_w² E[φ(z_{l−1})²] + σ_b²",
            .fixes = fixes(c, still(criterion))});
    }
    return found;
}

}   // namespace

Rule rule_signal() { return {"signal", "Glorot, Bengio 2010; He et al. 2015; Poole et al. 2016", find}; }

}   // namespace stepzero
