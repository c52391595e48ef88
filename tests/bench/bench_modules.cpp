// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2 small forward and backward with every statistic, compared with the matrix products of its linear maps alone.
// Times are wall-clock time and processor time of all threads; compare them on an idle machine.
#include <benchmark/benchmark.h>

#include "core/modules/product.h"
#include "core/modules/transformer.h"

using namespace stepzero;

namespace {

std::vector<int> tokens(int count, int vocabulary)
{
    std::vector<int> t;
    for (int i = 0; i < count; ++i)
        t.push_back(int(std::uint32_t(i + 1) * 2654435761U % std::uint32_t(vocabulary)));
    return t;
}

constexpr std::size_t gib = std::size_t(1) << 30;

/// The products of the linear maps and the head, forward and backward, in the tiles of the modules.
void products(benchmark::State& state)
{
    const TransformerSpec spec;
    const int columns = int(state.range(0)) * int(state.range(1));
    NoiseCache cache(2 * gib);
    const Context context;
    const DrawnParameters parameters(42, 0, cache);
    std::vector<ScaledMatrix> matrices;
    double operations = 0;
    for (const ParameterPlan& plan : Transformer(spec).parameters())
        if (plan.kind == Role::weight && plan.role != "position") {
            matrices.push_back(parameters.matrix(plan, context));
            operations += 4.0 * plan.shape.fan_in * plan.shape.fan_out * columns;
        }
    for (auto _ : state)
        for (const ScaledMatrix& w : matrices) {
            const Signal x = make_signal(Tensor::Constant(w.columns(), columns, 0.5F), 0, 1, context);
            benchmark::DoNotOptimize(transposed_product(w, product(w, x, {}, context), context));
        }
    state.counters["GFLOP/s"]
        = benchmark::Counter(1e-9 * operations * double(state.iterations()), benchmark::Counter::kIsRate);
}

void forward_and_backward(benchmark::State& state)
{
    const TransformerSpec spec;
    const int sequences = int(state.range(0)), length = int(state.range(1));
    const std::vector<int> batch = tokens(sequences * length, spec.vocabulary);
    const Context context;
    NoiseCache cache(2 * gib);
    const DrawnParameters parameters(42, 0, cache);
    Transformer network(spec);
    const auto once = [&] {
        DistributionRecorder recorder(spec.layers, spec.layers * spec.heads);
        Pass pass {.context = context, .parameters = parameters, .recorder = recorder};
        network.run(batch, length, batch, pass);
        benchmark::DoNotOptimize(recorder.record());
    };
    once();
    for (auto _ : state)
        once();
}

/// Without a recorder, to determine the cost of the statistics.
void nothing_recorded(benchmark::State& state)
{
    const TransformerSpec spec;
    const int sequences = int(state.range(0)), length = int(state.range(1));
    const std::vector<int> batch = tokens(sequences * length, spec.vocabulary);
    const Context context;
    NoiseCache cache(2 * gib);
    const DrawnParameters parameters(42, 0, cache);
    Transformer network(spec);
    Recorder nobody;
    const auto once = [&] {
        Pass pass {.context = context, .parameters = parameters, .recorder = nobody};
        network.run(batch, length, batch, pass);
    };
    once();
    for (auto _ : state)
        once();
}

void weights_drawn(benchmark::State& state)
{
    const Context context;
    for (auto _ : state) {
        NoiseCache cache(2 * gib);
        const DrawnParameters parameters(42, 0, cache);
        for (const ParameterPlan& plan : Transformer(TransformerSpec()).parameters())
            if (plan.kind == Role::weight)
                benchmark::DoNotOptimize(parameters.matrix(plan, context));
    }
}

}   // namespace

BENCHMARK(products)
    ->Args({4, 128})
    ->Args({1, 16})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(forward_and_backward)
    ->Args({4, 128})
    ->Args({1, 16})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(nothing_recorded)
    ->Args({4, 128})
    ->Args({1, 16})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(weights_drawn)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK_MAIN();
