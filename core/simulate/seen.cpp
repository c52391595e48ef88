// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/seen.h"

#include <algorithm>
#include <limits>

#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

Text label_of(const NetworkPlan& plan, const Site& site)
{
    for (const StepInfo& step : plan.steps)
        if (site.role.starts_with(step.word + "_stream"))
            return tr("the stream after %1", step.label);
    for (const RoleInfo& role : plan.roles)
        if (role.name == site.role)
            return role.label;
    return Text::name(site.role);
}

/// Returns the distribution that replaces a lost signal.
Distribution lost_signal(const NotFinite& lost)
{
    Distribution nothing;
    if (!lost.below)
        nothing.mean = nothing.std = nothing.rms = nothing.min = nothing.max = std::numeric_limits<double>::infinity();
    return nothing;
}

/// Reports the layers after a lost signal; their weights are known in any case.
void tell_lost_layers(const NotFinite& lost, const NetworkPlan& plan, const ParameterSource& parameters,
    const Context& context, Seen& seen)
{
    seen.remarks.push_back({lost.site.block,
        lost.below
            ? tr("the signal underflows at layer %1 (below 10⁻³⁰⁰⁰⁰⁰); later layers are not computed", lost.site.block)
            : tr("the signal overflows at layer %1 (above 10³⁰⁰⁰⁰⁰); later layers are not computed", lost.site.block)});
    if (!lost.gradient)
        for (BlockRecord& block : seen.record)
            for (SiteRecord& site : block.sites)
                site.gradient.reset();
    const Distribution nothing = lost_signal(lost);
    for (const std::string& role : {plan.reading.preactivation, plan.reading.output})
        if (SiteRecord& site = seen.record[std::size_t(lost.site.block)].at(role); !site.value)
            site.value = nothing;
    for (int layer = lost.site.block + 1; layer <= plan.depth(); ++layer) {
        const ParameterPlan& weight = *plan.block(layer).find(plan.reading.weight);
        BlockRecord& record = seen.record[std::size_t(layer)];
        if (!record.weight(weight.role))   // an earlier part of the batch may have reached later layers
            record.weights.emplace_back(weight.role, parameters.matrix(weight, context).distribution());
        for (const std::string& role : {plan.reading.preactivation, plan.reading.output})
            record.at(role).value = nothing;
    }
}

bool head_is_zero(const NetworkPlan& plan)
{
    return std::ranges::any_of(plan.after, [](const ParameterPlan& p) {
        const Draw draw = draw_of(p);
        return use_of(p) == ParameterUse::head && draw.scale == 0 && draw.shift == 0;
    });
}

void tell_zero_gradient(const NetworkPlan& plan, Seen& seen)
{
    for (int layer = plan.depth(); layer >= 1; --layer)
        if (const Distribution* d = seen.record[std::size_t(layer)].gradient(plan.reading.gradient); d && d->rms == 0) {
            seen.remarks.push_back({layer,
                head_is_zero(plan) ? tr("the gradient is exactly zero at %1 %2 and below: the head is 0, so only the "
                                        "head learns in the first step",
                    plan.kind->unit(), layer)
                                   : tr("the gradient is exactly zero at %1 %2 and below", plan.kind->unit(), layer)});
            return;
        }
}

void tell_lost_blocks(const NotFinite& lost, const NetworkPlan& plan, Seen& seen)
{
    const Text place = place_of(plan, lost.site);
    const Text remark = lost.gradient ? lost.below
            ? tr("the gradient underflows in %1 (below 10⁻³⁰⁰⁰⁰⁰); earlier blocks are not computed", place)
            : tr("the gradient overflows in %1 (above 10³⁰⁰⁰⁰⁰); earlier blocks are not computed", place)
        : lost.below ? tr("the signal underflows in %1 (below 10⁻³⁰⁰⁰⁰⁰); later blocks are not computed", place)
                     : tr("the signal overflows in %1 (above 10³⁰⁰⁰⁰⁰); later blocks are not computed", place);
    seen.remarks.push_back({lost.site.block, remark});
    if (lost.gradient)
        return;
    for (std::size_t block = 1; block < seen.record.size(); ++block)
        for (const std::string& role : {plan.reading.preactivation, plan.reading.output})
            if (SiteRecord& site = seen.record[block].at(role); !site.value)
                site.value = lost_signal(lost);
}

/// Moves sites that only the backward pass observes directly after their step, in the order of the signal.
void order_returns(const NetworkPlan& plan, BlockRecord& block)
{
    for (const StepInfo& step : plan.steps) {
        const auto place
            = [&](const char* what) { return std::ranges::find(block.sites, step.word + what, &SiteRecord::role); };
        if (const auto stream = place("_stream"), back = place("_return"); stream < back && back != block.sites.end())
            std::rotate(stream + 1, back, back + 1);
    }
}

}   // namespace

Text place_of(const NetworkPlan& plan, const Site& site)
{
    const Text label = label_of(plan, site);
    return site.block > 0 ? joined({plan.kind->numbered_unit(site.block), label}, ", ") : label;
}

Seen seen_of(
    DistributionRecorder& recorder, const NetworkPlan& plan, const ParameterSource& parameters, const Context& context)
{
    Seen seen {recorder.record(), {}, {}};
    for (const char* const role : {"embedding", "input"})
        if (const Distribution* found = seen.record.front().value(role))
            seen.input = *found;
    for (std::size_t block = 1; block < seen.record.size(); ++block)
        order_returns(plan, seen.record[block]);
    const auto& lost = recorder.lost();
    if (lost && plan.kind->layered)
        tell_lost_layers(*lost, plan, parameters, context, seen);
    else if (lost)
        tell_lost_blocks(*lost, plan, seen);
    tell_zero_gradient(plan, seen);
    return seen;
}

}   // namespace stepzero
