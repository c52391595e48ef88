// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "app/commands/command.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/audit/audit_json.h"
#include "core/audit/read_understanding.h"
#include "core/files/experiment_file.h"
#include "core/study/audit_study.h"
#include "core/weights/checkpoint_experiment.h"
#include "core/words/problem.h"
#include "core/words/words.h"
#include "widgets/report/report.h"

namespace stepzero {

namespace {

struct AuditOutputs {
    std::string json = "-";
    std::optional<std::string> csv, report, experiment;
};

/// Two things do not go to one place.
AuditOutputs outputs_of(const Arguments& arguments)
{
    AuditOutputs outputs {arguments.value("--output").value_or("-"), arguments.value("--csv"),
        arguments.value("--report"), arguments.value("--experiment")};
    if (outputs.report) {
        if (!isReportName(QString::fromStdString(*outputs.report)))
            throw UsageError("a report is written as .html or .pdf, got " + quote(*outputs.report));
    }
    std::vector<std::string> all {outputs.json};
    for (const auto& path : {outputs.csv, outputs.report, outputs.experiment})
        if (path) {
            if (std::find(all.begin(), all.end(), *path) != all.end())
                throw UsageError("result, table, report and experiment cannot go to the same place");
            all.push_back(*path);
        }
    for (const std::string& path : all)
        check_output(path);
    return outputs;
}

Checkpoint opened(const std::string& path)
try {
    return Checkpoint(path);
} catch (const FileError& error) {
    throw BadExperiment(error.what());
}

std::string name_of(const std::string& path)
{
    const std::filesystem::path whole(path);
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

void write_report(const std::string& path, const Audit& found, const std::optional<CheckpointChange>& change,
    const Arguments& arguments, const Context& context)
{
    const HeadlessApplication application;
    AuditStudyPtr study = audit_study(found, name_of(arguments.words.front()));
    if (change)
        study = with_change(
            *study, std::make_shared<const CheckpointChange>(*change), name_of(*arguments.value("--against")));
    ReportOptions options;
    options.progress = [&](double fraction) {
        context.check();
        context.progress(fraction, "figures");
    };
    QString error;
    if (!writeReport(path, study, options, &error))
        throw FileError(error.toStdString());
}

void tell_recipe(const Audit& found)
{
    const std::string recipe = recipe_text(found.understanding), others = ranking_text(found);
    if (recipe.empty() || (found.verdict != AuditVerdict::follows && found.verdict != AuditVerdict::deviates))
        return;
    note(found.verdict == AuditVerdict::follows ? "It follows the recipe: " + recipe + "."
                                                : "It deviates from the recipe: " + recipe + ".");
    if (!others.empty())
        note(others);
}

void run_audit(const Arguments& arguments)
{
    const Checkpoint checkpoint = opened(arguments.words.front());
    std::optional<Checkpoint> before;
    if (const auto against = arguments.value("--against"))
        before.emplace(opened(*against));
    UnderstandingRequest request;
    request.config = arguments.value("--config").value_or("");
    request.family = arguments.value("--family").value_or("");
    request.recipe = arguments.value("--recipe").value_or("");
    std::vector<Understanding> readings;
    std::optional<Experiment> experiment;
    try {
        readings = read_understanding(checkpoint, request);
        if (arguments.value("--experiment"))
            experiment = experiment_of(arguments.words.front(), checkpoint, request, readings.front());
    } catch (const FileError& error) {
        throw BadExperiment(error.what());
    }
    const AuditOutputs outputs = outputs_of(arguments);

    const Interrupt interrupt;
    ProgressLine line;
    Context context;
    context.stop = interrupt.token();
    const double drawing = outputs.report ? 0.1 : 0;   // share of the progress
    context.report = line.part(0, (before ? 0.6 : 1) - drawing);
    Audit found = audit(checkpoint, std::move(readings), context);
    std::optional<CheckpointChange> change;
    if (before) {
        context.report = line.part(0.6 - drawing, 0.4);
        change = weight_change(*before, checkpoint, found, context);
        join_findings(found, *change);
    }
    if (outputs.report) {
        context.report = line.part(1 - drawing, drawing);
        write_report(*outputs.report, found, change, arguments, context);
    }
    line.clear();
    tell_recipe(found);
    if (experiment) {   // by the recipe that the audit has chosen
        experiment = experiment_of(arguments.words.front(), checkpoint, request, found.understanding);
        save_experiment(*outputs.experiment, *experiment);
        if (const std::string left_out = recipe_left_out(*experiment, found.understanding); !left_out.empty())
            note(left_out);
    }
    if (outputs.csv)
        write_result(*outputs.csv, format_audit_csv(found));
    write_result(outputs.json, format_audit(found, change));
    if (found.verdict == AuditVerdict::deviates || (change && change->verdict == LawVerdict::differs))
        throw BadVerdict();
}

}   // namespace

Command command_audit()
{
    return {"audit", "PATH", 1, 1, "say whether a saved model's weights follow their recipe",
        {{"--config", "", "FILE", "config.json of the model, or an experiment file (default: config.json beside it)"},
            {"--family", "", "NAME", "of the model, or a family file (default: by the tensors' names)"},
            {"--recipe", "", "NAME", "of the family's recipes, to judge by it (default: the one that fits best)"},
            {"--against", "", "PATH",
                "another checkpoint, to tell what has changed since and which distributions differ"},
            output_option(), {"--csv", "", "FILE", "one row a tensor, as CSV"},
            {"--experiment", "", "FILE", "an experiment file that runs the checkpoint (GPT-2, LLaMA, BERT and like)"},
            {"--report", "", "FILE", "map, findings, the worst tensors and a table, as NAME.html or NAME.pdf"}},
        "PATH is a safetensors, PyTorch (.pt, .pth, .bin), GGUF or .npz file, an index of shards, or a folder with "
        "one\n"
        "of these. Exit status 1: it deviates from its recipe, or its distributions from\n"
        "those of the other checkpoint.\n"
        "\n"
        "Example:\n"
        "  stepzero audit step-0/model.safetensors\n"
        "  stepzero audit step-0 --config step-0/config.json -o audit.json --csv audit.csv\n",
        run_audit};
}

}   // namespace stepzero
