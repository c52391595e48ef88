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
#include "core/kinds/tokens.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/grid/grid_json.h"
#include "core/simulate/network_spectra.h"
#include "core/simulate/simulate.h"
#include "core/theory/jacobian_law.h"
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
double singular_values_cost(Shape shape)
{
    return 40.0 * shape.fan_in * shape.fan_out * std::min(shape.fan_in, shape.fan_out);
}

/// The matrices of the blocks.
std::vector<ParameterPlan> matrices_of(const NetworkPlan& plan)
{
    std::vector<ParameterPlan> matrices;
    for (const BlockPlan& block : plan.blocks)
        for (const ParameterPlan& parameter : block.parameters)
            if (parameter.kind == Role::weight)
                matrices.push_back(parameter);
    return matrices;
}

/// Roughly how long the parts of a run take, as counts of multiplications; only for the progress line.
struct Cost {
    double simulation = 0, weight_spectra = 0, jacobian = 0;

    Cost(const Experiment& experiment, const NetworkPlan& plan, const std::vector<ParameterPlan>& matrices)
        : simulation(plan.kind->cost(experiment, whole_extent(experiment)) / 2 * experiment.replicas)
    {
        for (const ParameterPlan& matrix : matrices) {
            const double one = singular_values_cost(matrix.shape) * experiment.replicas;
            weight_spectra += experiment.measure.weight_spectra ? one : 0;
            jacobian += experiment.measure.jacobian && plan.kind->layered ? 2 * one : 0;
        }
    }
    double total() const { return simulation + weight_spectra + jacobian; }
};

SpectrumStatistics all_jacobian_spectra(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context)
{
    std::vector<LogSpectrum> spectra;
    for (int replica = 0; replica < experiment.replicas; ++replica) {
        Context part = context;
        part.report = [&](const Progress& progress) {
            context.progress((replica + progress.fraction) / experiment.replicas, progress.stage);
        };
        spectra.push_back(jacobian_spectrum(experiment, plan, cache, part, replica));
    }
    return over_replicas(spectra);
}

Texts texts_of(const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, Context context,
    ProgressLine& line)
{
    const std::vector<ParameterPlan> matrices = matrices_of(plan);
    const Cost cost(experiment, plan, matrices);
    const Prediction prediction = predict(experiment, plan, whole_extent(experiment), context);
    context.report = line.part(0, cost.simulation / cost.total());
    const Measurement measurement = simulate(experiment, plan, cache, context);
    MatrixSpectra spectra;
    if (experiment.measure.weight_spectra) {
        context.report = line.part(cost.simulation / cost.total(), cost.weight_spectra / cost.total());
        const auto draw = [&](int matrix, int replica, const Context& silent) {
            return DrawnParameters(experiment.seed, replica, cache).entries(matrices[std::size_t(matrix)], silent);
        };
        const auto all = weight_spectra(int(matrices.size()), experiment.replicas, draw, context);
        for (std::size_t i = 0; i < matrices.size(); ++i)
            spectra[matrices[i].name] = all[i];
    }
    std::optional<JacobianResult> jacobian;
    if (experiment.measure.jacobian && plan.kind->layered) {
        context.report = line.part(1 - cost.jacobian / cost.total(), cost.jacobian / cost.total());
        jacobian = {all_jacobian_spectra(experiment, plan, cache, context),
            jacobian_law(plan, prediction, 1, plan.depth(), context)};
    }
    const std::vector<Finding> findings = diagnose(
        {experiment, plan, measurement, prediction, jacobian ? &jacobian->measured.mean : nullptr}, context);
    return {format_result({experiment, plan, measurement, prediction, spectra.empty() ? nullptr : &spectra,
                jacobian ? &*jacobian : nullptr, findings}),
        format_csv(plan, measurement), measurement.remarks};
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
        const NetworkPlan plan = plan_of(experiment.network);
        texts = texts_of(experiment, plan, cache, context, line);
        line.clear();
        for (const Remark& remark : texts.remarks)
            note(remark.text);
        if (tensors)
            write_tensors(*tensors, experiment, plan, cache, context);
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
                "as in Hugging Face's checkpoints of LLaMA (with RMSNorm or a gated pair) or of GPT-2, and input_ids "
                "and labels. All in float32, but the last two in I64."},
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
