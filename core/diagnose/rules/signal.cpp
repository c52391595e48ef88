// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/positions.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/title.h"

namespace stepzero {

namespace {

/// Returns the layer after the first with the largest change in this direction; 0 when none changes so.
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

/// Returns the predicted σ_w² of a layer; absent where theory does not cover it.
std::optional<double> variance_of(const Case& c, int layer)
{
    const Predicted* variance = c.symptoms.prediction.preactivation(layer, Quantity::weight_variance);
    return variance ? std::optional(variance->value) : std::nullopt;
}

bool same(const std::optional<double>& a, const std::optional<double>& b)
{
    return a && b && std::abs(*a - *b) <= 1e-6 * *b;
}

/// Returns the cause when no single layer is at fault, with the numbers of an affected layer.
Text cause_of(const Case& c, bool vanishing, int end)
{
    const int steepest = steepest_layer(c, vanishing, end), layer = steepest > 0 ? steepest : c.plan.depth() / 2 + 1;
    const LayerPlan& plan = c.plan.layers[std::size_t(layer - 1)];
    const Text activation = activation_text(plan.activation);
    const std::optional<double> variance = variance_of(c, layer);
    if (!variance)
        return vanishing ? tr("The weights are too small for %1.", activation)
                         : tr("The weights are too large for %1.", activation);
    bool all = true;
    for (int other = 2; other <= end; ++other)
        all = all && same(variance_of(c, other), variance)
            && c.plan.layers[std::size_t(other - 1)].activation == plan.activation;
    const std::string size = short_text(*variance);
    if (all)
        return vanishing ? tr("σ_w² = %1 is too small for %2: each layer shrinks the signal.", size, activation)
                         : tr("σ_w² = %1 is too large for %2: each layer amplifies the signal.", size, activation);
    return vanishing
        ? tr("In layer %1, σ_w² = %2 is too small for %3, so the layer shrinks the signal.", layer, size, activation)
        : tr("In layer %1, σ_w² = %2 is too large for %3, so the layer amplifies the signal.", layer, size, activation);
}

Text message_of(bool vanishing, double first, double last, int end)
{
    const std::string from = exp_text(first), to = exp_text(last);
    return vanishing ? tr("The signal vanishes: the RMS of z is %1 at layer 1 and %2 at layer %3.", from, to, end)
                     : tr("The signal explodes: the RMS of z is %1 at layer 1 and %2 at layer %3.", from, to, end);
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
            .message = message_of(vanishing, first, last, int(end)),
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
        {{"exploding_signal", tr("exploding"), tr("the signal grows or shrinks from layer to layer"), 80, {"signal"}},
            {"vanishing_signal", tr("vanishing"), {}, 90, {"signal"}}},
        find_signal};
}

}   // namespace stepzero
