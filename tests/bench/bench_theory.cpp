// SPDX-License-Identifier: GPL-3.0-or-later
// Theory is computed at every step of a slider. This measures how long one computation takes.
#include <benchmark/benchmark.h>

#include "core/kinds/tokens.h"
#include "core/theory/jacobian_law.h"

using namespace stepzero;

namespace {

Experiment network(int depth, double weight_variance, double bias_variance)
{
    Experiment e;
    e.network.depth = depth;
    e.network.activation.name = "tanh";
    e.network.weight = {"mean_field", {{"variance", weight_variance}}};
    e.network.bias = {"mean_field", {{"variance", bias_variance}}};
    return e;
}

void moments(benchmark::State& state)
{
    const GaussianExpectation tanh(ActivationFunction({"tanh", {}}));
    for (auto _ : state)
        benchmark::DoNotOptimize(tanh.moments(double(state.range(0)) / 1e3));
}

void pair(benchmark::State& state)
{
    const GaussianExpectation tanh(ActivationFunction({"tanh", {}}));
    for (auto _ : state)
        benchmark::DoNotOptimize(tanh.pair(1, 1, 0.4));
}

/// At (2.5, 0.05), where c* must be found too.
void one_fixed_point(benchmark::State& state)
{
    const ActivationFunction tanh({"tanh", {}});
    for (auto _ : state)
        benchmark::DoNotOptimize(fixed_point(tanh, 2.5, 0.05));
}

/// At (1, 0), where no length repeats, so that fixed points save nothing.
void prediction(benchmark::State& state)
{
    const Experiment e = network(int(state.range(0)), 1, 0);
    const NetworkPlan plan = plan_of(e.network);
    for (auto _ : state)
        benchmark::DoNotOptimize(predict(e, plan, whole_extent(e), Context {}));
}

void correlation(benchmark::State& state)
{
    const Experiment e = network(int(state.range(0)), 1.5, 0.05);
    const NetworkPlan plan = plan_of(e.network);
    for (auto _ : state)
        benchmark::DoNotOptimize(predict(e, plan, whole_extent(e), Context {}));
}

/// Singular values of the whole network's Jacobian. At (1, 0) every layer has a different distribution; at (1.76, 0.05)
/// all are nearly the same.
void jacobian(benchmark::State& state, double weight_variance, double bias_variance)
{
    const Experiment e = network(int(state.range(0)), weight_variance, bias_variance);
    const NetworkPlan plan = plan_of(e.network);
    const Prediction prediction = predict(e, plan, whole_extent(e), Context {});
    for (auto _ : state)
        benchmark::DoNotOptimize(jacobian_law(plan, prediction, 1, plan.depth(), Context {}));
}

}   // namespace

BENCHMARK(moments)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMicrosecond);
BENCHMARK(pair)->Unit(benchmark::kMicrosecond);
BENCHMARK(one_fixed_point)->Unit(benchmark::kMillisecond);
BENCHMARK(prediction)->Arg(32)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(correlation)->Arg(32)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(jacobian, repeated, 1.760955, 0.05)->Arg(1)->Arg(32)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(jacobian, fading, 1.0, 0.0)->Arg(32)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
