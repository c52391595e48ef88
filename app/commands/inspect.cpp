// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/base/words/words.h"
#include "core/capture/inspection.h"
#include "core/capture/rules.h"
#include "core/capture/weights_audit.h"
#include "core/exchange/sarif.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

CaptureFile captures_in(const std::string& name)
{
    const SourceText source = file_text(name, most_capture);
    auto parsed = parse_capture(source.text);
    if (const auto* problems = std::get_if<Problems>(&parsed))
        throw_problems(source.name, *problems);
    return std::get<CaptureFile>(std::move(parsed));
}

struct InspectOutputs {
    std::optional<std::string> json, sarif;

    /// Returns whether standard output is free for the report.
    bool show_report() const { return !is_standard_stream(json) && !is_standard_stream(sarif); }
};

InspectOutputs inspect_outputs(const Arguments& arguments)
{
    InspectOutputs outputs {arguments.value("--output"), arguments.value("--sarif")};
    std::vector<std::string> all;
    for (const auto& path : {outputs.json, outputs.sarif})
        if (path)
            all.push_back(*path);
    check_distinct(all);
    for (const std::string& path : all)
        check_output(path);
    return outputs;
}

void write_sarif(const std::string& path, const std::string& file, const std::vector<CaptureFinding>& findings)
{
    std::vector<SarifRule> rules;
    for (const CaptureFindingInfo& info : capture_finding_infos())
        rules.push_back({info.id, info.meaning});
    std::vector<SarifResult> results;
    for (const CaptureFinding& one : findings)
        results.push_back({one.id, one.severity, one.names, one.message, one.cause, one.fix});
    write_result(path, format_sarif("inspect", file, rules, results));
}

template <class Found>
void write_inspection(const Arguments& arguments, const InspectOutputs& outputs, const Found& found)
{
    if (outputs.json)
        write_result(*outputs.json, format_inspection(found));
    if (outputs.sarif)
        write_sarif(*outputs.sarif, arguments.words.front(), found.findings);
    if (outputs.show_report())
        write_result("-", format_report(found, arguments.has("--table"), [](const Text& text) {
            return translated(text).toStdString();
        }));
    if (has_problem(found.findings))
        throw BadVerdict();
}

/// Audits the weights of the option, or else those that the capture was saved with, which may be missing.
std::optional<Audit> audited_weights(const Arguments& arguments, const Capture& capture)
{
    const std::optional<std::string> named = arguments.value("--weights");
    const std::string& file = arguments.words.front();
    const std::filesystem::path path = named ? std::filesystem::path(*named) : weights_of(capture, file);
    if (path.empty()) {
        if (!capture.weights.empty() && file != "-")
            note(tr("The weights of this capture are missing: %1.", quote(capture.weights)));
        return {};
    }
    const Interrupt interrupt;
    ProgressLine line;
    Context context;
    context.stop = interrupt.token();
    context.report = line.part(0, 1);
    try {
        std::optional<Audit> found = audit_of_weights(path, context);
        line.clear();
        if (!found && named)
            note(tr("The weights are not judged, as the names of the tensors belong to no known family."));
        return found;
    } catch (const FileError& error) {
        if (named)
            throw BadExperiment(text_of(error));
        line.clear();
        note(text_of(error));
        return {};
    }
}

void run_inspect(const Arguments& arguments)
{
    CaptureFile file = captures_in(arguments.words.front());
    std::optional<Capture> before;
    if (const auto against = arguments.value("--against")) {
        CaptureFile other = captures_in(*against);
        if (!std::holds_alternative<Capture>(other) || !std::holds_alternative<Capture>(file))
            throw UsageError(tr("--against compares two captures, not captures at several widths"));
        before = std::get<Capture>(std::move(other));
    }
    if (arguments.has("--weights") && !std::holds_alternative<Capture>(file))
        throw UsageError(tr("--weights belongs to one capture, not to captures at several widths"));
    const InspectOutputs outputs = inspect_outputs(arguments);
    if (auto* widths = std::get_if<CapturedWidths>(&file)) {
        write_inspection(arguments, outputs, inspect(std::move(*widths)));
        return;
    }
    Capture& capture = std::get<Capture>(file);
    std::optional<Audit> weights = audited_weights(arguments, capture);
    write_inspection(arguments, outputs, inspect(std::move(capture), before ? &*before : nullptr, std::move(weights)));
}

}   // namespace

Command command_inspect()
{
    return {"inspect", "FILE", 1, 1, tr("report what is wrong with a capture of your own model"),
        {output_option(tr("the file for the result as JSON; - is standard output, in place of the report")),
            {"--against", "", "FILE", tr("another capture of the same model, to report what has changed")},
            {"--weights", "", "PATH",
                tr("the model's checkpoint, to audit it too (default: the weights that the capture was saved with)")},
            sarif_option(), {"--table", "", "", tr("also show a table of all modules, or of exponents at all steps")}},
        tr("FILE is a capture that stepzero.capture() has written in Python, captures at several widths from\n"
           "stepzero.coordinate_check(), or - for standard input. Exit status 1: a finding is a warning or an error.\n"
           "\n"
           "Examples:\n"
           "  stepzero inspect mine.stepzero-capture.json\n"
           "  stepzero inspect mine.stepzero-capture.json -o findings.json --sarif findings.sarif\n"
           "  stepzero inspect mine.stepzero-capture.json --weights model.safetensors\n"),
        run_inspect};
}

}   // namespace stepzero
