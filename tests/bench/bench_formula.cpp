// SPDX-License-Identifier: GPL-3.0-or-later
// Activations typed as formulas, compared with the same ones in the registry: values and slopes of a million floats.
#include <benchmark/benchmark.h>

#include "core/math/activation/formula.h"
#include "core/math/random/stream.h"

using namespace stepzero;

namespace {

ActivationFunction function(const char* text) { return std::get<ActivationFunction>(parse_formula(text)); }

void run(benchmark::State& state, const ActivationFunction& phi, bool slopes)
{
    constexpr std::ptrdiff_t n = 1 << 20;
    std::vector<float> z(n), x(n);
    fill_normal({1, 0, TensorRole::input, 0}, 0, 0, z.data(), n);
    for (auto _ : state) {
        slopes ? phi.derivative(z.data(), x.data(), n) : phi.value(z.data(), x.data(), n);
        benchmark::DoNotOptimize(x.data());
    }
    state.SetItemsProcessed(state.iterations() * n);
}

void silu_known(benchmark::State& state) { run(state, ActivationFunction({"silu", {}}), state.range(0)); }
void silu_typed(benchmark::State& state) { run(state, function("z/(1 + exp(-z))"), state.range(0)); }
void mish_known(benchmark::State& state) { run(state, ActivationFunction({"mish", {}}), state.range(0)); }
void mish_typed(benchmark::State& state) { run(state, function("z*tanh(log(1 + exp(z)))"), state.range(0)); }
void relu_known(benchmark::State& state) { run(state, ActivationFunction({"relu", {}}), state.range(0)); }
void relu_typed(benchmark::State& state) { run(state, function("max(0, z)"), state.range(0)); }
BENCHMARK(silu_known)->Arg(0)->Arg(1);
BENCHMARK(silu_typed)->Arg(0)->Arg(1);
BENCHMARK(mish_known)->Arg(0)->Arg(1);
BENCHMARK(mish_typed)->Arg(0)->Arg(1);
BENCHMARK(relu_known)->Arg(0)->Arg(1);
BENCHMARK(relu_typed)->Arg(0)->Arg(1);

}   // namespace

BENCHMARK_MAIN();
