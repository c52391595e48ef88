// SPDX-License-Identifier: GPL-3.0-or-later
// Weights whose mean outweighs their spread. It adds a singular value mean·√(n_in n_out) to the bulk, and all units of
// a signal become similar.
#include <algorithm>
#include <cmath>

#include "core/diagnose/mends.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

bool outweighs(const Network& network)
{
    const std::vector<LayerPlan> layers = expand(network);
    return std::any_of(layers.begin(), layers.end(), [](const LayerPlan& l) { return mean_outlier(l) > 1; });
}

std::vector<Finding> find_weight_mean(const Case& c)
{
    if (!c.layered || std::none_of(criteria.begin(), criteria.end(), [&](Criterion criterion) {
            return criterion(c.network, c.profile, 1).has_value();
        }))
        return {};
    const LayerPlan* worst = nullptr;
    int first = 0, last = 0;
    for (const LayerPlan& layer : c.plan.layers)
        if (const double size = mean_outlier(layer); size > 1) {
            first = first > 0 ? first : layer.layer;
            last = layer.layer;
            worst = worst && mean_outlier(*worst) >= size ? worst : &layer;
        }
    if (!worst)
        return {};
    const Law law = weight_law(*worst);
    Finding finding {.id = "weight_mean",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = tr("The weights of %1 have mean %2 and σ = %3.", span_text(c.network, first, last),
            short_text(law.mean), short_text(std::sqrt(law.variance))),
        .cause = law.variance > 0 ? tr("The mean adds a singular value s that is %1 times the largest of the others, "
                                       "and drives all units in the same direction.",
                     short_text(mean_outlier(*worst)))
                                  : tr("All weights are equal, so all units compute the same output."),
        .formula = "s = |mean| √(fan_in fan_out) against σ (√fan_in + √fan_out)",
        .fixes = {}};
    if (may_be_geometric(c.plan.layers, first))
        finding.cause = joined({finding.cause, unless_geometric()}, " ");
    return {
        with_fixes(c, std::move(finding), [](const Experiment& e, const Profile&) { return outweighs(e.network); })};
}

}   // namespace

Rule rule_weight_mean()
{
    return {"weight_mean", "Baik, Ben Arous, Péché 2005: when a mean is seen",
        {{"weight_mean", tr("nonzero mean"),
            tr("weights with a nonzero mean drive all units of a layer in the same direction"), 300, {"weights"}}},
        find_weight_mean};
}

}   // namespace stepzero
