// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/simulate.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/kinds/tokens.h"
#include "core/modules/module.h"
#include "core/simulate/rounding.h"
#include "core/simulate/seen.h"

namespace stepzero {

namespace {

/// Runs one pass of a replica and returns all observations. Throws Stopped, BadInput.
Seen run(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, NoiseCache& cache,
    const Context& context)
{
    const NetworkKind& kind = *plan.kind;
    const auto attention = structure_of(plan.network).attention;
    DistributionRecorder recorder(plan.depth(), replica == 0 && attention ? plan.depth() * attention->heads : 0);
    const NetworkParameters parameters(plan, experiment.seed, replica, cache);
    Pass pass {.context = context,
        .parameters = parameters,
        .recorder = recorder,
        .backward = experiment.measure.gradient,
        .to_input = !kind.layered,
        .steps = plan.depth() * (experiment.measure.gradient ? 2.0 : 1.0)};
    kind.pass(experiment, plan, extent, replica, pass);
    Seen seen = seen_of(recorder, plan, parameters, context);
    tell_rounding(experiment, plan, extent, replica, parameters, seen, context);
    return seen;
}

}   // namespace

std::string gibibytes(double bytes)
{
    char text[32];
    // The locale's decimal point must not enter a message, so whole tenths are formatted.
    const long long tenths = std::llround(bytes / (1 << 30) * 10);
    std::snprintf(text, sizeof text, "%lld.%lld GiB", tenths / 10, tenths % 10);
    return text;
}

std::size_t SimulateOptions::default_memory_limit()
{
    const auto pages = double(sysconf(_SC_PHYS_PAGES)), page = double(sysconf(_SC_PAGESIZE));
    return std::size_t(pages * page * 0.75);
}

double memory_estimate(const Experiment& experiment, const NetworkPlan& plan)
{
    return plan.kind->memory(experiment, plan, whole_extent(experiment));
}

Extent preview_extent(const Experiment& experiment, const NetworkPlan& plan, Extent whole, double operations)
{
    const NetworkKind& kind = *plan.kind;
    constexpr int fewest_samples = 8, fewest_of_batch = 2, fewest_tokens = 8;
    Extent extent = whole;
    // Reduces the sequences first, down to one, then their length, which changes the results more.
    const auto norms = structure_of(plan.network).norms;
    const int fewest = std::min(whole.samples,
        kind.layered                     ? fewest_samples
            : norms && norms->over_batch ? fewest_of_batch
                                         : 1);
    while (extent.samples > fewest && kind.cost(experiment, plan, extent) > operations)
        extent.samples = std::max(fewest, (extent.samples + 1) / 2);
    while (kind.takes_tokens && extent.tokens > fewest_tokens && kind.cost(experiment, plan, extent) > operations)
        extent.tokens = (extent.tokens + 1) / 2;
    return extent;
}

Measurement simulate(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context,
    const SimulateOptions& options)
{
    const NetworkKind& kind = *plan.kind;
    Extent extent = whole_extent(experiment);   // reads the experiment's data file only once
    // Also applies to a preview: it would promise a run that is not possible.
    const double bytes = kind.memory(experiment, plan, extent);
    if (bytes > double(options.memory_limit))
        throw TooLarge(tr("the experiment needs about %1 of memory, but only %2 may be used: reduce samples, width or "
                          "depth, or turn off the gradient",
            gibibytes(bytes), gibibytes(double(options.memory_limit))));
    if (options.extent)
        extent = *options.extent;
    const int replicas = options.extent ? 1 : experiment.replicas;
    std::vector<Measurement> all;
    for (int r = 0; r < replicas; ++r) {
        Seen seen = run(experiment, plan, extent, r, cache, context.part(double(r) / replicas, 1.0 / replicas));
        all.push_back({.samples = extent.samples,
            .tokens = extent.tokens,
            .input = std::move(seen.input),
            .reading = plan.reading,
            .record = std::move(seen.record),
            .spread = {},
            .remarks = std::move(seen.remarks)});
    }
    Measurement measurement = joined(std::move(all));
    if (plan.given)
        for (const Text& note : plan.given->notes)
            measurement.remarks.push_back({0, note});
    return measurement;
}

}   // namespace stepzero
