// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/commands/command.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/checkpoint/audit/audit_json.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/checkpoint/audit/recipe_texts.h"
#include "core/checkpoint/weights/checkpoint_experiment.h"
#include "core/exchange/sarif.h"
#include "core/files/experiment_file.h"
#include "core/study/audit_study.h"
#include "widgets/report/report.h"

namespace stepzero {

namespace {

struct AuditOutputs {
    std::string json = "-";
    std::optional<std::string> csv, report, experiment, sarif;
};

/// Checks the outputs. Throws UsageError or FileError.
AuditOutputs outputs_of(const Arguments& arguments)
{
    AuditOutputs outputs {arguments.value("--output").value_or("-"), arguments.value("--csv"),
        arguments.value("--report"), arguments.value("--experiment"), arguments.value("--sarif")};
    if (outputs.report) {
        if (!isReportName(QString::fromStdString(*outputs.report)))
            throw UsageError(tr("a report must be .html or .pdf, got %1", quote(*outputs.report)));
    }
    std::vector<std::string> all {outputs.json};
    for (const auto& path : {outputs.csv, outputs.report, outputs.experiment, outputs.sarif})
        if (path)
            all.push_back(*path);
    check_distinct(all);
    for (const std::string& path : all)
        check_output(path);
    return outputs;
}

Checkpoint opened(const std::string& path)
try {
    return Checkpoint(path);
} catch (const FileError& error) {
    throw BadExperiment(text_of(error));
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
        context.progress(fraction, tr("figures"));
    };
    QString error;
    if (!writeReport(path, study, options, &error))
        throw FileError(Text::name(error.toStdString()));
}

void note_recipe(const Audit& found)
{
    const Text recipe = recipe_text(found.understanding), others = ranking_text(found);
    if (recipe.empty() || (found.verdict != AuditVerdict::follows && found.verdict != AuditVerdict::deviates))
        return;
    note(found.verdict == AuditVerdict::follows ? tr("It follows the recipe: %1.", recipe)
                                                : tr("It deviates from the recipe: %1.", recipe));
    if (!others.empty())
        note(others);
}

std::vector<SarifResult> sarif_results(const Audit& found)
{
    std::vector<SarifResult> results;
    for (const AuditFinding& one : found.findings)
        results.push_back({one.id, one.severity, one.tensors, one.message, one.cause, one.fix});
    return results;
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
        throw BadExperiment(text_of(error));
    }
    const AuditOutputs outputs = outputs_of(arguments);

    const Interrupt interrupt;
    ProgressLine line;
    Context context;
    context.stop = interrupt.token();
    const double drawing = outputs.report ? 0.1 : 0;   // fraction of the progress
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
    note_recipe(found);
    if (experiment) {   // uses the recipe that the audit has chosen
        experiment = experiment_of(arguments.words.front(), checkpoint, request, found.understanding);
        save_experiment(*outputs.experiment, *experiment);
        if (const Text left_out = recipe_left_out(*experiment, found.understanding); !left_out.empty())
            note(left_out);
    }
    if (outputs.csv)
        write_result(*outputs.csv, format_audit_csv(found));
    if (outputs.sarif)
        write_result(*outputs.sarif, format_sarif("audit", arguments.words.front(), {}, sarif_results(found)));
    write_result(outputs.json, format_audit(found, change));
    if (found.verdict == AuditVerdict::deviates || (change && change->verdict == LawVerdict::differs))
        throw BadVerdict();
}

}   // namespace

Command command_audit()
{
    return {"audit", "PATH", 1, 1, tr("check whether a saved model's weights follow their recipe"),
        {{"--config", "", "FILE",
             tr("the model's config.json, or an experiment file (default: config.json in the same folder)")},
            {"--family", "", "NAME",
                tr("the model family, or a family file (default: detected from the tensors' names)")},
            {"--recipe", "", "NAME", tr("the family's recipe to check against (default: the one that fits best)")},
            {"--against", "", "PATH",
                tr("an earlier checkpoint, to report what has changed and which distributions differ")},
            output_option(), {"--csv", "", "FILE", tr("a CSV table with one row per tensor")},
            {"--experiment", "", "FILE",
                tr("an experiment file that runs the checkpoint (GPT-2, LLaMA, BERT and similar)")},
            sarif_option(),
            {"--report", "", "FILE",
                tr("a report with map, findings, worst tensors and table: NAME.html or NAME.pdf")}},
        tr("PATH is a safetensors, PyTorch (.pt, .pth, .bin), GGUF or .npz file, an index of shards, or a folder with\n"
           "one of these. Exit status 1: the weights deviate from their recipe, or their distributions from those of\n"
           "the other checkpoint.\n"
           "\n"
           "Examples:\n"
           "  stepzero audit step-0/model.safetensors\n"
           "  stepzero audit step-0 --config step-0/config.json -o audit.json --csv audit.csv\n"),
        run_audit};
}

}   // namespace stepzero
