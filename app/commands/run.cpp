// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/experiment/words.h"
#include "core/simulate/simulate.h"
#include "core/spectrum/over_replicas.h"
#include "core/spectrum/singular_values.h"
#include "core/theory/jacobian_law.h"
#include "core/theory/predict.h"

namespace stepzero {

namespace {

struct Results {
    std::vector<LayerPlan> plan;
    Measurement measurement;
    std::optional<std::vector<SpectrumStatistics>> weight_spectra;
    Prediction prediction;
    std::optional<JacobianResult> jacobian;
};

/// Roughly how long the parts of a run take, as counts of multiplications; only for the progress line.
struct Cost {
    double simulation = 0, weight_spectra = 0, jacobian = 0;

    explicit Cost(const Experiment& experiment)
    {
        const Network& network = experiment.network;
        for (int l = 1; l <= depth(network); ++l) {
            const double in = width_of_layer(network, l - 1), out = width_of_layer(network, l);
            const double passes = experiment.measure.gradient ? 2 : 1;
            simulation += passes * in * out * experiment.input.samples * experiment.replicas;
            // A singular value problem takes about forty times the time of a product of its size.
            const double matrix = in * out * std::min(in, out) * experiment.replicas;
            weight_spectra += experiment.measure.weight_spectra ? 40 * matrix : 0;
            jacobian += experiment.measure.jacobian ? 80 * matrix : 0;
        }
    }
    double total() const { return simulation + weight_spectra + jacobian; }
};

/// As many matrices at once as the pool has threads; each one's values are the same bits either way.
std::vector<SpectrumStatistics> all_weight_spectra(
    const Experiment& experiment, const std::vector<LayerPlan>& plan, NoiseCache& cache, const Context& context)
{
    const int replicas = experiment.replicas, matrices = int(plan.size()) * replicas, step = context.pool->threads();
    std::vector<LogSpectrum> spectra(static_cast<std::size_t>(matrices));
    for (int first = 0; first < matrices; first += step) {
        context.progress(double(first) / matrices, "singular values of the weights");
        const Context silent {context.stop, {}, context.pool};
        context.parallel(std::min(step, matrices - first), [&](int i) {
            const LayerPlan& layer = plan[std::size_t((first + i) / replicas)];
            const WeightMatrix weights = draw_weights(layer, experiment.seed, (first + i) % replicas, cache, silent);
            const std::vector<double> values = singular_values(weights.cast<double>(), silent);
            spectra[std::size_t(first + i)].assign(values.begin(), values.end());
        });
    }
    std::vector<SpectrumStatistics> statistics;
    for (auto layer = spectra.begin(); layer != spectra.end(); layer += replicas)
        statistics.push_back(over_replicas({layer, layer + replicas}));
    return statistics;
}

SpectrumStatistics all_jacobian_spectra(const Experiment& experiment, NoiseCache& cache, const Context& context)
{
    std::vector<LogSpectrum> spectra;
    for (int replica = 0; replica < experiment.replicas; ++replica) {
        Context part = context;
        part.report = [&](const Progress& progress) {
            context.progress((replica + progress.fraction) / experiment.replicas, progress.stage);
        };
        spectra.push_back(jacobian_spectrum(experiment, cache, part, replica));
    }
    return over_replicas(spectra);
}

Results compute(const Experiment& experiment, NoiseCache& cache, Context context, ProgressLine& line)
{
    const Cost cost(experiment);
    Results results {expand(experiment.network), {}, {}, predict(experiment), {}};
    context.report = line.part(0, cost.simulation / cost.total());
    results.measurement = simulate(experiment, cache, context);
    if (experiment.measure.weight_spectra) {
        context.report = line.part(cost.simulation / cost.total(), cost.weight_spectra / cost.total());
        results.weight_spectra = all_weight_spectra(experiment, results.plan, cache, context);
    }
    if (experiment.measure.jacobian) {
        context.report = line.part(1 - cost.jacobian / cost.total(), cost.jacobian / cost.total());
        results.jacobian = {all_jacobian_spectra(experiment, cache, context),
            jacobian_law(results.plan, results.prediction, 1, int(results.plan.size()), context)};
    }
    return results;
}

/// The same file twice, or the experiment's own file, would lose data.
void check_distinct(const std::string& file, const std::vector<std::string>& outputs)
{
    std::error_code ignored;
    const auto place_of = [&](const std::string& name) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(name, ignored), ignored);
    };
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i] == "-" && std::count(outputs.begin(), outputs.end(), "-") > 1)
            throw UsageError("only one output can go to standard output");
        if (outputs[i] == "-")
            continue;
        const std::filesystem::path path = place_of(outputs[i]);
        if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::equivalent(path, file, ignored))
            throw UsageError(quote(outputs[i]) + " is the experiment itself, it would be overwritten");
        const bool device = std::filesystem::is_other(std::filesystem::status(path, ignored));
        for (std::size_t j = 0; j < i && !device; ++j)
            if (outputs[j] != "-" && place_of(outputs[j]) == path)
                throw UsageError(quote(outputs[i]) + " is asked for twice");
    }
}

void run(const Arguments& arguments)
{
    const std::string file = arguments.words.front();
    const std::string output = arguments.value("--output").value_or("-");
    const auto csv = arguments.value("--csv"), tensors = arguments.value("--tensors");
    if (tensors == "-")
        throw UsageError("--tensors needs a file, it cannot go to standard output");
    std::vector<std::string> outputs {output};
    for (const auto& other : {csv, tensors})
        if (other)
            outputs.push_back(*other);
    check_distinct(file, outputs);
    const Experiment experiment = experiment_from(file);
    for (const std::string& path : outputs)
        check_output(path);

    std::string result, rows;
    {
        const Interrupt interrupt;
        ProgressLine line;
        NoiseCache cache(noise_bytes);
        Context context;
        context.stop = interrupt.token();
        const Results results = compute(experiment, cache, context, line);
        line.clear();
        for (const Remark& remark : results.measurement.remarks)
            note(remark.text);
        if (tensors)
            write_tensors(*tensors, experiment, cache, context);
        result = format_result(experiment, results.plan, results.measurement, results.prediction,
            results.weight_spectra ? &*results.weight_spectra : nullptr,
            results.jacobian ? &*results.jacobian : nullptr);
        if (csv)
            rows = format_layers_csv(results.plan, results.measurement);
        context.check();
        for (const auto& [path, bytes] : {std::pair(csv.value_or("-"), &rows), std::pair(output, &result)})
            if (path != "-")
                write_result(path, *bytes);
    }
    // Standard output may be a pipe that nobody reads for a while: Ctrl-C must end the program then as usual.
    if (csv == "-")
        write_result("-", rows);
    if (output == "-")
        write_result("-", result);
}

}   // namespace

const Command& run_experiment_command()
{
    static const Command command {"run", "FILE", 1, 1, "run an experiment and write what was measured as JSON",
        {{"--output", "-o", "FILE", "where the result goes (default: standard output)"},
            {"--csv", "", "FILE", "one row a layer, as CSV"},
            {"--tensors", "", "FILE", "input, weights, biases, cotangent and pairs of replica 0, as safetensors"}},
        "FILE is an experiment file, a preset's name, or - for standard input.\n"
        "\n"
        "Example:\n"
        "  stepzero run notes-he -o he.json --csv he.csv\n",
        run};
    return command;
}

}   // namespace stepzero
