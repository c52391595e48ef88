// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

/// The largest standard deviation of ln RMS over networks, of signal or gradient; 0 without a law.
double spread_of(const Prediction& prediction)
{
    double largest = 0;
    for (std::size_t layer = 1; layer < prediction.blocks.size(); ++layer)
        for (const Predicted* size :
            {prediction.preactivation(int(layer), Quantity::rms), prediction.gradient(int(layer))})
            if (size)
                largest = std::max(largest, size->spread.value_or(0));
    return largest;
}

std::vector<Finding> find(const Case& c)
{
    if (!c.layered)
        return {};
    const double spread = spread_of(c.symptoms.prediction);
    if (spread <= thresholds::spread)
        return {};
    double depth_over_width = 0;
    for (const LayerPlan& layer : c.plan.layers)
        depth_over_width += 1.0 / layer.units();
    const int factor = width_factor(spread);
    std::vector<Fix> fixes;
    const auto changed = wider(c.experiment, factor);
    const auto spread_in = [&](const Experiment& e) {
        const NetworkPlan plan = plan_of(e.network);
        return spread_of(plan.kind->predict(e, plan, {e.input.samples, 1}, c.input, c.context));
    };
    if (changed && spread_in(*changed) < thresholds::spread)
        fixes.push_back(fix_of({std::to_string(factor) + " times as wide", *changed}));
    return {{.id = "too_narrow",
        .severity = Severity::note,
        .message = "the network is narrow for its depth, Σ 1/width = " + short_text(depth_over_width)
            + ": from draw to draw the RMS of signal or gradient differs by a factor of e^±" + short_text(spread),
        .cause = "each layer multiplies lengths by a chance factor of variance ∝ 1/width, and they add up over depth",
        .formula = "Var(ln|x_L|²) ≈ 5 Σ 1/n_l for ReLU",
        .fixes = std::move(fixes)}};
}

}   // namespace

Rule rule_narrow() { return {"narrow", "Hanin, Nica 2018; Hanin 2018", find}; }

}   // namespace stepzero
