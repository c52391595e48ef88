// SPDX-License-Identifier: GPL-3.0-or-later
// Complete experiments, with weights sampled again each time: the study of six schemes, GPT-2 small with every singular
// value, and ResNet-50 on images of 224 × 224. peers.py has the first and the last in numpy and PyTorch.
#include <benchmark/benchmark.h>

#include "core/study/make_study.h"
#include "tests/networks.h"

using namespace stepzero;

namespace {

void run(const Experiment& experiment)
{
    StudyCaches caches(std::size_t(1) << 30);
    benchmark::DoNotOptimize(full_study({experiment, 1, {}, nullptr, {}}, caches, {}));
}

/// Only what the script in the notes computes: the signals of ten layers of 1000 units, for 1000 samples.
void notes(benchmark::State& state)
{
    std::vector<Experiment> all;
    for (const char* name :
        {"notes-naive", "notes-xavier", "notes-he", "notes-orthogonal", "notes-fixed", "notes-identity"}) {
        all.push_back(networks::preset(name));
        Measure& measure = all.back().measure;
        measure.gradient = measure.weight_spectra = measure.jacobian = measure.correlation = false;
    }
    for (auto _ : state)
        for (const Experiment& experiment : all)
            run(experiment);
}

void gpt2_small_spectra(benchmark::State& state)
{
    Experiment experiment = networks::preset("gpt2-small");
    experiment.measure.weight_spectra = true;
    for (auto _ : state)
        run(experiment);
}

/// Eight images forward and backward with statistics, without spectra.
void resnet_50(benchmark::State& state)
{
    Experiment experiment = networks::preset("resnet-50");
    experiment.input.samples = 8;
    experiment.measure.weight_spectra = experiment.measure.jacobian = experiment.measure.correlation = false;
    for (auto _ : state)
        run(experiment);
}

}   // namespace

BENCHMARK(notes)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(gpt2_small_spectra)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(resnet_50)->Unit(benchmark::kMillisecond)->UseRealTime();

BENCHMARK_MAIN();
