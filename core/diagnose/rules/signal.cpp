// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/positions.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"

namespace stepzero {

namespace {

/// The layer behind the first in which the signal changes the most in this direction; 0 where it does in none.
int steepest_layer(const Case& c, bool vanishing, int end)
{
    int steepest = 0;
    double most = 0;
    for (int layer = 2; layer <= end; ++layer) {
        const double before = c.profile.layers[std::size_t(layer - 2)].ln_signal,
                     now = c.profile.layers[std::size_t(layer - 1)].ln_signal;
        const double step = before == now ? 0 : vanishing ? before - now : now - before;
        if (step > most) {
            most = step;
            steepest = layer;
        }
    }
    return steepest;
}

/// σ_w² of a layer as theory has it, where it covers it.
std::optional<double> variance_of(const Case& c, int layer)
{
    const Predicted* variance = c.symptoms.prediction.preactivation(layer, Quantity::weight_variance);
    return variance ? std::optional(variance->value) : std::nullopt;
}

bool same(const std::optional<double>& a, const std::optional<double>& b)
{
    return a && b && std::abs(*a - *b) <= 1e-6 * *b;
}

/// Why, where no single layer is at fault: in the numbers of a layer that does it.
std::string cause_of(const Case& c, bool vanishing, int end)
{
    const std::string way = vanishing ? "small" : "large",
                      does = vanishing ? "less than it was given" : "more than it was given";
    const int steepest = steepest_layer(c, vanishing, end), layer = steepest > 0 ? steepest : c.plan.depth() / 2 + 1;
    const LayerPlan& plan = c.plan.layers[std::size_t(layer - 1)];
    const std::string activation = activation_text(plan.activation);
    const std::optional<double> variance = variance_of(c, layer);
    if (!variance)
        return "the weights are too " + way + " for " + activation;
    bool all = true;
    for (int other = 2; other <= end; ++other)
        all = all && same(variance_of(c, other), variance)
            && c.plan.layers[std::size_t(other - 1)].activation == plan.activation;
    if (all)
        return "σ_w² = " + short_text(*variance) + " is too " + way + " for " + activation + ": each layer hands on "
            + does;
    return "in layer " + std::to_string(layer) + " σ_w² = " + short_text(*variance) + " is too " + way + " for "
        + activation + ": it hands on " + does;
}

std::vector<Finding> find_signal(const Case& c)
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
            .cause = cause_of(c, vanishing, int(end)),
            .formula = "q_l = σ_w² E[φ(z_{l−1})²] + σ_b²",
            .fixes = {}};
        const auto of_positions = vanishing ? blamed_on_positions(c, finding, int(end), first - last) : std::nullopt;
        found.push_back(of_positions ? *of_positions : with_ways_out(c, std::move(finding), still(criterion)));
    }
    return found;
}

}   // namespace

Rule rule_signal()
{
    return {"signal", "Glorot, Bengio 2010; He et al. 2015; Poole et al. 2016",
        {{"exploding_signal", "exploding", "the signal grows or shrinks from layer to layer", 80, {"signal"}},
            {"vanishing_signal", "vanishing", {}, 90, {"signal"}}},
        find_signal};
}

}   // namespace stepzero
