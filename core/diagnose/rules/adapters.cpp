// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters with both factors zero, or neither.
#include <algorithm>
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/train/adapter.h"

namespace stepzero {

namespace {

Fix from_zero_b(const Experiment& experiment)
{
    Experiment changed = experiment;
    changed.train->adapters.parameters["zero"] = std::string("b");
    return fix_of({tr("Start from B = 0"), changed});
}

/// Returns the RMS of the entries added to W₀, over that of W₀.
double share_of_start(const AdapterInfo& adapter, const Parameters& p, const ParameterPlan& plan)
{
    const int inputs = adapter.behind ? plan.shape.rows() : plan.shape.columns();
    const FactorSizes sizes = factor_sizes(p, inputs);
    const double size = adapter_scale(p) * sizes.a * sizes.b * std::sqrt(number(p, "rank"));
    if (adapter.behind)
        return size * std::sqrt(double(inputs));
    const Law law = law_of(draw_of(plan), plan.shape, plan.kind);
    return size / std::sqrt(law.variance + law.mean * law.mean);
}

std::vector<Finding> find_adapters(const Case& c)
{
    if (!c.experiment.train)
        return {};
    const Training& train = *c.experiment.train;
    const AdapterInfo& adapter = *find_adapter(train.adapters.name);
    const Parameters p = completed(adapter.parameters, train.adapters.parameters);
    if (!p.contains("zero"))   // the factors are not sampled
        return {};
    const ZeroFactors zero = zero_factors(p);
    if (zero.a != zero.b)
        return {};
    const bool both = zero.a;
    int first = 0, last = 0;
    double share = 0;
    for (const ParameterPlan* plan : c.plan.parameters())
        if (is_adapted(train.adapted, *plan)) {
            first = first > 0 && plan->block > 0 ? std::min(first, plan->block) : std::max(first, plan->block);
            last = std::max(last, plan->block);
            share = std::max(share, share_of_start(adapter, p, *plan));
        }
    if (both)
        return {{.id = "dead_adapters",
            .severity = Severity::error,
            .first_layer = first,
            .last_layer = last,
            .message = tr("The factors A and B of every adapter are 0."),
            .cause = tr("The gradient of each factor is proportional to the other: neither factor can move, and only a "
                        "readout would train."),
            .formula = "∂L/∂A = s Bᵀ ∂L/∂W, ∂L/∂B = s ∂L/∂W Aᵀ",
            .fixes = {from_zero_b(c.experiment)}}};
    return {{.id = "adapter_offset",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = std::isfinite(share)
            ? tr("Adapters change the network before the first step: s B A is up to %1 of the size of W.",
                percent_text(share))
            : tr("Adapters change the network before the first step: s B A is all of W."),
        .cause = tr("Neither factor is 0, so training does not start from the base network."),
        .formula = "W = W₀ + s B A, σ(s B A) = s √r σ_A σ_B",
        .fixes = {from_zero_b(c.experiment)}}};
}

}   // namespace

Rule rule_adapters()
{
    return {"adapters", "Hu et al. 2022, section 4.1; Hayou, Ghosh, Yu 2024",
        {{"dead_adapters", tr("dead"),
             tr("both factors of [adapters](training.md#adapters) are zero, so that nothing moves, or neither is, so "
                "that training does not start from the base network"),
             390, {"training"}},
            {"adapter_offset", tr("biased"), {}, 400, {"training"}}},
        find_adapters, true};
}

}   // namespace stepzero
