// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/report/report.h"
#include "app/commands/command.h"
#include "app/commands/grid_run.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/formats/file.h"
#include "core/grid/grid_json.h"
#include "core/study/fixed_studies.h"
#include "core/study/grid_study.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t most_fixes = 4;   // that are simulated

struct ReportPlan {
    std::string output;
    std::string theme = "print";
    std::optional<std::string> layer;
};

ReportPlan plan_of(const Arguments& arguments)
{
    const auto output = arguments.value("--output");
    if (!output)
        throw UsageError("where to? Add -o and a name that ends in .html or .pdf");
    if (!isReportName(QString::fromStdString(*output)))
        throw UsageError("a report is written as .html or .pdf, got " + quote(*output));
    return {*output, arguments.value("--theme").value_or("print"), arguments.value("--layer")};
}

GridStudyPtr study_of_grid(const SourceText& source, const Interrupt& interrupt, ProgressLine& line)
{
    const auto shown = line.part(0, 0.9);
    return grid_study(whole_grid_result(source, interrupt.token(), shown));
}

StudyPtr study_of_experiment(const Experiment& experiment, int layer, const Interrupt& interrupt, ProgressLine& line,
    std::vector<FixedStudy>& fixed)
{
    StudyCaches caches(noise_bytes);
    Context context;
    context.stop = interrupt.token();
    context.report = line.part(0, 0.6);
    StudyPtr study = full_study({experiment, 1, {layer}, nullptr, {}}, caches, context);
    context.report = line.part(0.6, 0.3);
    fixed = fixed_studies(*study, most_fixes, caches, context);
    return study;
}

void run_report(const Arguments& arguments)
{
    const std::string& file = arguments.words.front();
    const ReportPlan plan = plan_of(arguments);
    const SourceText source = source_text(file);
    const bool many = is_grid(source.text);
    std::optional<Experiment> experiment;
    int layer = 1;
    if (many) {
        if (plan.layer)
            throw UsageError("--layer is for one experiment, and " + quote(source.name) + " is a study of many");
        grid_in(source);
    } else {
        experiment = experiment_in(source);
        if (plan.layer)
            layer = whole_number("--layer", *plan.layer, 1, depth(experiment->network));
    }
    check_output(plan.output);

    const Interrupt interrupt(Interrupt::of_drawing);
    ProgressLine line;
    ReportOptions options;
    options.theme = QString::fromStdString(plan.theme);
    const StudyPtr study = many ? nullptr : study_of_experiment(*experiment, layer, interrupt, line, options.fixed);
    const ExhibitPtr shown = many ? ExhibitPtr(study_of_grid(source, interrupt, line)) : study;
    const HeadlessApplication application;
    Context context;
    context.stop = interrupt.token();
    options.progress = [&](double fraction) {
        context.check();
        line.show({0.9 + 0.1 * fraction, "figures"});
    };
    QString error;
    if (!writeReport(plan.output, shown, options, &error))
        throw FileError(error.toStdString());
    line.clear();
    if (study)
        for (const Remark& remark : study->measurement->remarks)
            note(remark.text);
}

}   // namespace

Command command_report()
{
    return {"report", "FILE -o REPORT", 1, 1, "write settings, findings, figures and table as one document",
        {{"--output", "-o", "FILE", "where it goes: NAME.html, a page that needs no other file, or NAME.pdf"},
            {"--layer", "", "NUMBER", "the chosen layer or block, for figures of one (default: 1)"},
            {"--theme", "", "NAME", "of the figures, light or print (default: print)", {"light", "print"}}},
        "FILE is an experiment or study file, a preset's name, or - for standard input. No display is needed. The\n"
        "first fixes of up to four findings are simulated too, and drawn beside.\n"
        "\n"
        "Example:\n"
        "  stepzero report notes-naive -o naive.html\n"
        "  stepzero report notes-six-schemes -o six.pdf\n",
        run_report};
}

}   // namespace stepzero
