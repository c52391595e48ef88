// SPDX-License-Identifier: GPL-3.0-or-later
// The phase diagram follows every change of the activation. This measures how long its tables and a map of 200 × 200
// take.
#include <benchmark/benchmark.h>

#include "core/theory/iterated_map.h"
#include "core/theory/phase_map.h"

using namespace stepzero;

namespace {

Activation nth(const benchmark::State& state) { return {activations()[std::size_t(state.range(0))].name, {}}; }

void tables(benchmark::State& state)
{
    const Activation activation = nth(state);
    const Context context;
    for (auto _ : state)
        benchmark::DoNotOptimize(PhaseTheory(activation, context).range_with({}));
    state.SetLabel(activation.name);
}

void map(benchmark::State& state, bool depth_scales)
{
    const Context context;
    const PhaseTheory theory(nth(state), context);
    const PhaseRange range = theory.range_with({});
    theory.map(range, 200, 200, depth_scales, context);
    for (auto _ : state)
        benchmark::DoNotOptimize(theory.map(range, 200, 200, depth_scales, context));
    state.SetLabel(theory.activation().name);
}

void chi(benchmark::State& state) { map(state, false); }
void depth_scales(benchmark::State& state) { map(state, true); }

/// Includes building the tables.
void first_depth_scales(benchmark::State& state)
{
    const Activation activation = nth(state);
    const Context context;
    for (auto _ : state) {
        const PhaseTheory theory(activation, context);
        benchmark::DoNotOptimize(theory.map(theory.range_with({}), 200, 200, true, context));
    }
    state.SetLabel(activation.name);
}

/// At (1.6, 0.05), from q = 1 and c = 0.5 through 200 layers.
void cobwebs(benchmark::State& state)
{
    const MeanField theory((ActivationFunction(nth(state))));
    for (auto _ : state) {
        benchmark::DoNotOptimize(length_map(theory, {1.6, 0.05}, 1, 200));
        benchmark::DoNotOptimize(correlation_map(theory, {1.6, 0.05}, 1, 0.5, 200, {}));
    }
    state.SetLabel(theory.expectation().phi().info().name);
}

void every_activation(benchmark::internal::Benchmark* benchmark)
{
    benchmark->DenseRange(0, int(activations().size()) - 1)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
}

}   // namespace

BENCHMARK(tables)->Apply(every_activation);
BENCHMARK(chi)->Apply(every_activation);
BENCHMARK(depth_scales)->Apply(every_activation);
BENCHMARK(first_depth_scales)->Apply(every_activation);
BENCHMARK(cobwebs)->Apply(every_activation);
BENCHMARK_MAIN();
