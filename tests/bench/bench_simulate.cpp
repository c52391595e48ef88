// SPDX-License-Identifier: GPL-3.0-or-later
// Forward and backward compared with the same matrix products alone, in the same run on the same threads.
#include <benchmark/benchmark.h>

#include "core/kinds/kinds.h"
#include "core/network/init/parameter.h"
#include "core/simulate/simulate.h"

using namespace stepzero;

namespace {

Experiment square(int width, int depth, int samples)
{
    Experiment e;
    e.network.width = width;
    e.network.depth = depth;
    e.input.samples = samples;
    return e;
}

/// Only the products of forward and backward: tiles of 256 samples on every core.
void products(benchmark::State& state)
{
    const auto n = int(state.range(0)), depth = int(state.range(1)), samples = int(state.range(2));
    const WeightMatrix w = WeightMatrix::Random(n, n);
    const Eigen::MatrixXf x = Eigen::MatrixXf::Random(n, samples);
    Eigen::MatrixXf y(n, samples);
    const int width = std::min(samples, 256), tiles = samples / width;
    for (auto _ : state)
        for (int l = 0; l < depth; ++l)
            for (const bool back : {false, true})
                ThreadPool::shared().run(2 * tiles, {}, [&](int t) {
                    const int row = (t % 2) * n / 2, column = t / 2 * width;
                    auto block = y.block(row, column, n / 2, width);
                    if (back)
                        block.noalias() = w.middleCols(row, n / 2).transpose() * x.middleCols(column, width);
                    else
                        block.noalias() = w.middleRows(row, n / 2) * x.middleCols(column, width);
                });
    state.counters["GFLOP/s"]
        = benchmark::Counter(4e-9 * n * n * samples * depth * double(state.iterations()), benchmark::Counter::kIsRate);
}

void forward_and_backward(benchmark::State& state)
{
    const Experiment e = square(int(state.range(0)), int(state.range(1)), int(state.range(2)));
    const NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(std::size_t(1) << 30);
    SimulateOptions options;
    if (state.range(3) > 0)
        options.extent = Extent {int(state.range(3)), 1};
    simulate(e, plan, cache, {}, options);
    for (auto _ : state)
        benchmark::DoNotOptimize(simulate(e, plan, cache, {}, options));
}

void forward_and_backward_drawn_anew(benchmark::State& state)
{
    const Experiment e = square(int(state.range(0)), int(state.range(1)), int(state.range(2)));
    const NetworkPlan plan = plan_of(e.network);
    for (auto _ : state) {
        NoiseCache cache(std::size_t(1) << 30);
        benchmark::DoNotOptimize(simulate(e, plan, cache, {}));
    }
}

}   // namespace

BENCHMARK(products)
    ->Args({1024, 20, 1024})
    ->Args({256, 32, 256})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(forward_and_backward)
    ->Args({1024, 20, 1024, 0})
    ->Args({256, 32, 256, 0})
    ->Args({256, 32, 256, 32})
    ->Args({64, 10000, 256, 0})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(forward_and_backward)
    ->Name("by_width")
    ->ArgsProduct({benchmark::CreateRange(64, 8192, 2), {2}, {64}, {0}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(forward_and_backward)
    ->Name("by_depth")
    ->ArgsProduct({{64}, {1, 10, 100, 1000, 10000}, {64}, {0}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(forward_and_backward_drawn_anew)
    ->Args({1024, 20, 1024})
    ->Args({256, 32, 256})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_MAIN();
