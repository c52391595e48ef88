// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/simulate.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/network/tokens.h"
#include "core/simulate/blocks.h"
#include "core/simulate/replica.h"

namespace stepzero {

namespace {

int samples_of(const Experiment& experiment, const SimulateOptions& options)
{
    const int all = sample_count(experiment);
    return options.most_samples > 0 ? std::min(options.most_samples, all) : all;
}

std::string gibibytes(double bytes)
{
    char text[32];
    // The locale's decimal point must not enter a message: whole tenths are put together by hand.
    const long long tenths = std::llround(bytes / (1 << 30) * 10);
    std::snprintf(text, sizeof text, "%lld.%lld GiB", tenths / 10, tenths % 10);
    return text;
}

}   // namespace

std::size_t SimulateOptions::default_memory_limit()
{
    const auto pages = double(sysconf(_SC_PHYS_PAGES)), page = double(sysconf(_SC_PAGESIZE));
    return std::size_t(pages * page * 0.75);
}

double memory_estimate(const Experiment& experiment)
{
    if (const Body* body = architecture_of(experiment.network).body)
        return body->memory(experiment, whole_extent(experiment));
    const double samples = sample_count(experiment);
    double all = 0, widest = width_of_layer(experiment.network, 0), largest_weight = 0;
    for (int l = 1; l <= depth(experiment.network); ++l) {
        const double width = width_of_layer(experiment.network, l);
        all += width;
        widest = std::max(widest, width);
        largest_weight = std::max(largest_weight, width * width_of_layer(experiment.network, l - 1));
    }
    // Every z is kept for the backward pass. Two batches go forward and two back; the weights of one layer
    // are there once, and while an orthogonal one is drawn five times.
    const double kept = experiment.measure.gradient ? all : widest;
    const double pairs = experiment.measure.correlation ? 2 * correlation_pairs * 2 * widest : 0;
    return 4 * (samples * (kept + 4 * widest) + pairs + 5 * largest_weight);
}

Measurement simulate(
    const Experiment& experiment, NoiseCache& cache, const Context& context, const SimulateOptions& options)
{
    // A preview of what cannot be run would be a promise that is not kept.
    const Body* body = architecture_of(experiment.network).body;
    Extent extent = body ? whole_extent(experiment) : Extent {};   // of a file: read once
    const double bytes = body ? body->memory(experiment, extent) : memory_estimate(experiment);
    if (bytes > double(options.memory_limit))
        throw TooLarge("the experiment needs about " + gibibytes(bytes) + " of memory, and "
            + gibibytes(double(options.memory_limit))
            + " may be used: take fewer samples, a smaller width or depth, or leave out the gradient");
    if (body) {
        const bool preview = options.most_operations > 0;
        if (preview)
            extent = preview_extent(experiment, extent, options.most_operations);
        std::vector<Measurement> all;
        for (int r = 0; r < (preview ? 1 : experiment.replicas); ++r) {
            Context part = context;
            part.report = [&](const Progress& p) { context.progress((r + p.fraction) / experiment.replicas, p.stage); };
            all.push_back(simulate_blocks(experiment, r, extent, cache, part));
        }
        return joined(std::move(all));
    }
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const int samples = samples_of(experiment, options);
    const int replicas = options.most_samples > 0 ? 1 : experiment.replicas;
    std::vector<Measurement> all;
    for (int r = 0; r < replicas; ++r)
        all.push_back(simulate_replica(
            experiment, plan, r, samples, cache, context, double(r) / replicas, double(r + 1) / replicas));
    return joined(std::move(all));
}

}   // namespace stepzero
