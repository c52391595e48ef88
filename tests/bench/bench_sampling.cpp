// SPDX-License-Identifier: GPL-3.0-or-later
// Time per sample and per activation on one core. Goal: at most 2 ns per normal sample, about 1 ns per activation.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/math/activation/activation.h"
#include "core/math/random/stream.h"

using namespace stepzero;

namespace {

constexpr std::size_t size = 1 << 14;

// Reports nanoseconds per entry; "time" is that of a row of `size` entries.
void set_per_entry(benchmark::State& state)
{
    const double entries = double(state.iterations()) * size;
    state.SetItemsProcessed(std::int64_t(entries));
    state.counters["s/entry"] = benchmark::Counter(entries, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

template <class Fill>
void draw_rows(benchmark::State& state, const Fill& fill)
{
    std::vector<float> out(size);
    std::uint32_t row = 0;
    for (auto _ : state) {
        fill(row++, out.data());
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    set_per_entry(state);
}

void normal(benchmark::State& state)
{
    draw_rows(state, [](std::uint32_t row, float* out) { fill_normal({42}, row, 0, out, size); });
}
BENCHMARK(normal);

void uniform(benchmark::State& state)
{
    draw_rows(state, [](std::uint32_t row, float* out) { fill_uniform({42}, row, 0, out, size); });
}
BENCHMARK(uniform);

void truncated_normal(benchmark::State& state)
{
    draw_rows(state, [](std::uint32_t row, float* out) { fill_truncated_normal({42}, row, 0, out, size, -2, 2); });
}
BENCHMARK(truncated_normal);

void apply(benchmark::State& state, const std::string& name, bool derivative)
{
    const ActivationFunction phi({name, {}});
    std::vector<float> z(size), x(size);
    fill_normal({42}, 0, 0, z.data(), size);
    for (auto _ : state) {
        if (derivative)
            phi.derivative(z.data(), x.data(), size);
        else
            phi.value(z.data(), x.data(), size);
        benchmark::DoNotOptimize(x.data());
        benchmark::ClobberMemory();
    }
    set_per_entry(state);
}

const bool registered = [] {
    for (const ActivationInfo& info : activations())
        for (bool derivative : {false, true})
            benchmark::RegisterBenchmark(
                (info.name + (derivative ? "/derivative" : "/value")).c_str(), apply, info.name, derivative);
    return true;
}();

}   // namespace

BENCHMARK_MAIN();
