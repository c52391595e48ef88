// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/positions.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"

namespace stepzero {

namespace {

/// Why, where no single layer is at fault: as the numbers of the middle one say it.
std::string cause_of(const Case& c, bool vanishing)
{
    const int middle = c.plan.depth() / 2 + 1;
    const std::string activation = activation_text(c.plan.layers[std::size_t(middle - 1)].activation);
    const Predicted* variance = c.symptoms.prediction.preactivation(middle, Quantity::weight_variance);
    if (!variance)
        return std::string("the weights are too ") + (vanishing ? "small" : "large") + " for " + activation;
    return "σ_w² = " + short_text(variance->value) + " is too " + (vanishing ? "small" : "large") + " for " + activation
        + ": each layer hands on " + (vanishing ? "less than it was given" : "more than it was given");
}

std::vector<Finding> find(const Case& c)
{
    std::vector<Finding> found;
    for (const bool vanishing : {true, false}) {
        const Criterion criterion = vanishing ? vanishing_signal : exploding_signal;
        const auto span = criterion(c.network, c.profile, 1);
        if (!span)
            continue;
        const std::size_t end = vanishing ? std::size_t(body(c.network, c.plan.depth())) : c.profile.layers.size();
        const double first = c.profile.layers.front().ln_signal, last = c.profile.layers[end - 1].ln_signal;
        Finding finding {.id = vanishing ? "vanishing_signal" : "exploding_signal",
            .severity = signal_severity(c.network, c.profile, vanishing),
            .first_layer = span->first,
            .last_layer = span->last,
            .message = std::string("the signal ") + (vanishing ? "vanishes" : "explodes") + ": the RMS of z is "
                + exp_text(first) + " at layer 1 and " + exp_text(last) + " at layer " + std::to_string(end),
            .cause = cause_of(c, vanishing),
            .formula = "q_l = σ_w² E[φ(z_{l−1})²] + σ_b²",
            .fixes = {}};
        const auto of_positions = vanishing ? blamed_on_positions(c, finding, int(end), first - last) : std::nullopt;
        found.push_back(of_positions ? *of_positions : with_ways_out(c, std::move(finding), still(criterion)));
    }
    return found;
}

}   // namespace

Rule rule_signal() { return {"signal", "Glorot, Bengio 2010; He et al. 2015; Poole et al. 2016", find}; }

}   // namespace stepzero
