// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/commands/command.h"
#include "app/commands/grid_run.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "app/commands/weight_spectra.h"
#include "core/exchange/block_result.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/grid/grid_json.h"
#include "core/network/tokens.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "core/simulate/weights.h"
#include "core/theory/jacobian_law.h"
#include "core/theory/predict.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// What a run found, ready to be written.
struct Texts {
    std::string result, rows;
    std::vector<Remark> remarks;
};

/// As many multiplications as a product takes in the time of a singular value problem, roughly: forty times one of
/// its size.
double singular_values_cost(double rows, double columns) { return 40 * rows * columns * std::min(rows, columns); }

/// Roughly how long the parts of a run of a dense network take, as counts of multiplications; only for the progress
/// line.
struct Cost {
    double simulation = 0, weight_spectra = 0, jacobian = 0;

    explicit Cost(const Experiment& experiment)
    {
        const Network& network = experiment.network;
        for (int l = 1; l <= depth(network); ++l) {
            const double in = width_of_layer(network, l - 1), out = width_of_layer(network, l);
            const double passes = experiment.measure.gradient ? 2 : 1;
            simulation += passes * in * out * experiment.input.samples * experiment.replicas;
            const double matrix = singular_values_cost(in, out) * experiment.replicas;
            weight_spectra += experiment.measure.weight_spectra ? matrix : 0;
            jacobian += experiment.measure.jacobian ? 2 * matrix : 0;
        }
    }
    double total() const { return simulation + weight_spectra + jacobian; }
};

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

Texts run_dense(const Experiment& experiment, NoiseCache& cache, Context context, ProgressLine& line)
{
    const Cost cost(experiment);
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const Prediction prediction = predict(experiment);
    context.report = line.part(0, cost.simulation / cost.total());
    const Measurement measurement = simulate(experiment, cache, context);
    std::vector<SpectrumStatistics> spectra;
    if (experiment.measure.weight_spectra) {
        context.report = line.part(cost.simulation / cost.total(), cost.weight_spectra / cost.total());
        const auto draw = [&](int layer, int replica, const Context& silent) {
            return draw_weights(plan[std::size_t(layer)], experiment.seed, replica, cache, silent);
        };
        spectra = weight_spectra(int(plan.size()), experiment.replicas, draw, context);
    }
    std::optional<JacobianResult> jacobian;
    if (experiment.measure.jacobian) {
        context.report = line.part(1 - cost.jacobian / cost.total(), cost.jacobian / cost.total());
        jacobian = {all_jacobian_spectra(experiment, cache, context),
            jacobian_law(plan, prediction, 1, int(plan.size()), context)};
    }
    return {format_result(experiment, plan, measurement, prediction, spectra.empty() ? nullptr : &spectra,
                jacobian ? &*jacobian : nullptr, diagnose({experiment, measurement, &prediction}, context)),
        format_layers_csv(plan, measurement), measurement.remarks};
}

Texts run_blocks(const Experiment& experiment, NoiseCache& cache, Context context, ProgressLine& line)
{
    const Body& body = *architecture_of(experiment.network).body;
    std::vector<ParameterPlan> matrices;   // of the blocks, if their singular values are asked for
    double spectra_cost = 0;
    for (const ParameterPlan& plan : body.parameters(experiment.network))
        if (experiment.measure.weight_spectra && plan.block > 0 && plan.kind == Role::weight) {
            matrices.push_back(plan);
            spectra_cost += singular_values_cost(plan.shape.fan_in, plan.shape.fan_out) * experiment.replicas;
        }
    const Extent extent = whole_extent(experiment);
    const double simulation = body.cost(experiment, extent) / 2 * experiment.replicas;
    const double share = simulation / (simulation + spectra_cost);
    context.report = line.part(0, share);
    const Measurement measurement = simulate(experiment, cache, context);
    const BlockPrediction prediction = body.predict(experiment, extent, context);
    MatrixSpectra spectra;
    if (!matrices.empty()) {
        context.report = line.part(share, 1 - share);
        const auto draw = [&](int matrix, int replica, const Context& silent) {
            return ParameterSource(experiment.seed, replica, cache).entries(matrices[std::size_t(matrix)], silent);
        };
        const auto all = weight_spectra(int(matrices.size()), experiment.replicas, draw, context);
        for (std::size_t i = 0; i < matrices.size(); ++i)
            spectra[matrices[i].name] = all[i];
    }
    return {format_block_result(experiment, measurement, prediction, matrices.empty() ? nullptr : &spectra,
                diagnose({experiment, measurement, nullptr, &prediction}, context)),
        format_blocks_csv(experiment, measurement), measurement.remarks};
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
    const SourceText source = source_text(file);
    if (is_grid(source.text))
        return run_grid(source, arguments);
    if (arguments.value("--cells"))
        throw UsageError("--cells is for studies, and " + quote(source.name) + " is one experiment");
    const Experiment experiment = experiment_in(source);
    for (const std::string& path : outputs)
        check_output(path);

    Texts texts;
    {
        const Interrupt interrupt;
        ProgressLine line;
        NoiseCache cache(noise_bytes);
        Context context;
        context.stop = interrupt.token();
        const bool blocks = architecture_of(experiment.network).body != nullptr;
        texts = (blocks ? run_blocks : run_dense)(experiment, cache, context, line);
        line.clear();
        for (const Remark& remark : texts.remarks)
            note(remark.text);
        if (tensors)
            write_tensors(*tensors, experiment, cache, context);
        context.check();
        if (csv && csv != "-")
            write_result(*csv, texts.rows);
        if (output != "-")
            write_result(output, texts.result);
    }
    // Standard output may be a pipe that nobody reads for a while: Ctrl-C must end the program then as usual.
    if (csv == "-")
        write_result("-", texts.rows);
    if (output == "-")
        write_result("-", texts.result);
}

}   // namespace

const Command& run_experiment_command()
{
    static const Command command {"run", "FILE", 1, 1, "run an experiment and write what was measured as JSON",
        {output_option(), {"--csv", "", "FILE", "one row a layer or block, of a study one a cell, as CSV"},
            {"--tensors", "", "FILE", "input, weights, biases and what else replica 0 needs, as safetensors", {}, {},
                "Of a dense network input, layers.N.weight [fan_out, fan_in], layers.N.bias and cotangent; with the "
                "correlation of two inputs also pairs, which enter the network times the input's RMS. Of a residual "
                "network input, blocks.N.ROLE.weight and .bias, and cotangent. Of a transformer its parameters, named "
                "as "
                "in Hugging Face's checkpoints of LLaMA (with RMSNorm or a gated pair) or of GPT-2, and input_ids and "
                "labels. All in float32, but the last two in I64."},
            {"--cells", "", "K/N", "of a study, the K-th of N shares (stepzero merge joins them)"}},
        "FILE is an experiment or study file, a preset's name, or - for standard input. An interrupt keeps the cells\n"
        "of a study that are done.\n"
        "\n"
        "Example:\n"
        "  stepzero run notes-he -o he.json --csv he.csv\n"
        "  stepzero run notes-six-schemes -o study.json --csv table.csv\n",
        run};
    return command;
}

}   // namespace stepzero
