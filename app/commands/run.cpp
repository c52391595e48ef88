// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "app/commands/command.h"
#include "app/commands/grid_run.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/run_texts.h"
#include "app/commands/source.h"
#include "core/base/words/words.h"
#include "core/checkpoint/weights/given_weights.h"
#include "core/exchange/result.h"
#include "core/exchange/tensors.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

void run_run(const Arguments& arguments)
{
    const std::string file = arguments.words.front();
    const std::string output = arguments.value("--output").value_or("-");
    const auto csv = arguments.value("--csv"), tensors = arguments.value("--tensors"),
               trained = arguments.value("--trained");
    for (const auto& [option, path] : {std::pair("--tensors", tensors), {"--trained", trained}})
        if (is_standard_stream(path))
            throw UsageError(tr("%1 needs a file: it cannot go to standard output", option));
    std::vector<std::string> outputs {output};
    for (const auto& other : {csv, tensors, trained})
        if (other)
            outputs.push_back(*other);
    check_distinct(outputs);
    const SourceText source = source_text(file);
    if (is_grid(source.text))
        return run_grid(source, arguments);
    if (arguments.value("--cells"))
        throw UsageError(tr("%1 is for studies, but %2 is one experiment", "--cells", quote(source.name)));
    const Experiment experiment = experiment_in(source);
    if (trained && !experiment.train)
        throw UsageError(tr("--trained is for experiments with \"train\", but %1 has none", quote(source.name)));
    for (const std::string& path : outputs)
        check_output(path);

    std::string result, rows;
    {
        const Interrupt interrupt;
        ProgressLine line;
        NoiseCache cache(noise_bytes);
        Context context;
        context.stop = interrupt.token();
        context.report = line.part(0, 1);
        const NetworkPlan plan = plan_of(experiment, context);
        RunTexts texts = run_texts(experiment, plan, cache, context);
        result = std::move(texts.result);
        if (csv)
            rows = format_csv(plan, texts.measurement);
        context.report = {};
        line.clear();
        for (const Remark& remark : texts.measurement.remarks)
            note(remark.text);
        if (tensors)
            write_tensors(*tensors, experiment, plan, cache, context);
        if (trained) {
            std::vector<ParameterPlan> beside;
            for (const TrainedParameter& parameter : texts.trained->list())
                if (use_of(parameter.plan) == ParameterUse::readout || parameter.factor)
                    beside.push_back(parameter.plan);
            write_parameters(*trained, experiment, plan, *texts.trained, beside, context);
        }
        context.check();
        if (csv && !is_standard_stream(csv))
            write_result(*csv, rows);
        if (!is_standard_stream(output))
            write_result(output, result);
    }
    // Standard output may be a pipe that nobody reads for a while. From here on, Ctrl-C must end the program at once.
    if (is_standard_stream(csv))
        write_result("-", rows);
    if (is_standard_stream(output))
        write_result("-", result);
}

}   // namespace

Command command_run()
{
    return {"run", "FILE", 1, 1, tr("run an experiment and write its measurements as JSON"),
        {output_option(),
            {"--csv", "", "FILE", tr("a CSV table with one row per layer or block, or per cell of a study")},
            {"--tensors", "", "FILE", tr("the input, weights, biases and other tensors of replica 0, as safetensors"),
                {}, {},
                "A dense network has input, layers.N.weight [fan_out, fan_in], layers.N.bias and cotangent. When the "
                "correlation of two inputs is measured, it also has pairs, which enter the network multiplied by the "
                "input's RMS. A residual network has input, blocks.N.ROLE.weight and .bias, and cotangent. A "
                "transformer has its parameters, named as in Hugging Face's checkpoints of LLaMA (with RMSNorm or a "
                "gated pair) or of GPT-2, and input_ids and labels. The last two are I64, all others float32."},
            {"--trained", "", "FILE", tr("the weights after the last training step, as safetensors"), {}, {},
                "An experiment with \"train\" has its parameters under the names of --tensors, and readout.weight and "
                "readout.bias where a readout was added to the network. With adapters, the parameters are those that "
                "the network sees, and MATRIX.lora_A.weight and MATRIX.lora_B.weight are added."},
            {"--cells", "", "K/N", tr("run only the K-th of N parts of a study (stepzero merge joins them)")}},
        tr("FILE is an experiment or study file, a preset's name, or - for standard input. When a study is "
           "interrupted,\n"
           "the cells that are done are kept.\n"
           "\n"
           "Examples:\n"
           "  stepzero run notes-he -o he.json --csv he.csv\n"
           "  stepzero run notes-six-schemes -o study.json --csv table.csv\n"),
        run_run};
}

}   // namespace stepzero
