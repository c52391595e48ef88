// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of training compared with their matrix products on the same threads: 256 × 10 on 256 samples. peers.py has the
// same in PyTorch.
#include <benchmark/benchmark.h>

#include "core/kinds/kinds.h"
#include "core/train/default_training.h"
#include "core/train/training_run.h"

using namespace stepzero;

namespace {

constexpr int width = 256, depth = 10, samples = 256, steps = 20;
/// Operations of forward, backward to the input, and backward to the weights.
constexpr double operations = 3 * 2.0 * width * width * samples * depth;

Experiment experiment(const char* optimizer)
{
    Experiment e;
    e.network.width = width;
    e.network.depth = depth;
    e.input.samples = samples;
    e.train = default_training(e.network);
    e.train->steps = steps;
    const OptimizerInfo& info = *find_optimizer(optimizer);
    e.train->optimizer = {info.name, completed(info.parameters, {})};
    e.train->learning_rate = 1e-4;
    return e;
}

void count(benchmark::State& state, int each)
{
    state.counters["GFLOP/s"]
        = benchmark::Counter(1e-9 * operations * each * double(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["steps/s"] = benchmark::Counter(each * double(state.iterations()), benchmark::Counter::kIsRate);
}

/// Only the products, with tiles of units on every core.
void products_of_a_step(benchmark::State& state)
{
    const WeightMatrix w = WeightMatrix::Random(width, width);
    const Eigen::MatrixXf x = Eigen::MatrixXf::Random(width, samples);
    Eigen::MatrixXf y(width, samples);
    for (auto _ : state)
        for (int i = 0; i < 3 * depth; ++i)
            ThreadPool::shared().run(2, {}, [&](int t) {
                y.middleRows(t * width / 2, width / 2).noalias() = w.middleRows(t * width / 2, width / 2) * x;
            });
    count(state, 1);
}

void training(benchmark::State& state, const char* optimizer, bool linearized)
{
    Experiment e = experiment(optimizer);
    e.train->linearized = linearized;
    const NetworkPlan plan = plan_of(e.network);
    NoiseCache cache(std::size_t(1) << 28);
    for (auto _ : state)
        benchmark::DoNotOptimize(run_training(e, plan, cache, {}).last_loss);
    count(state, steps);
}

}   // namespace

BENCHMARK(products_of_a_step)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(training, sgd, "sgd", false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(training, adam, "adam", false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(training, muon, "muon", false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(training, sgd_linearized, "sgd", true)->Unit(benchmark::kMillisecond)->UseRealTime();

BENCHMARK_MAIN();
