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
#include "core/base/formats/file.h"
#include "core/base/words/words.h"
#include "core/study/fixed_studies.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid_study.h"

namespace stepzero {

namespace {

constexpr std::size_t most_fixes = 4;   // number of fixes that are simulated

struct ReportPlan {
    std::string output;
    std::string theme = "print";
    std::optional<std::string> layer;
};

ReportPlan plan_of(const Arguments& arguments)
{
    const auto output = arguments.value("--output");
    if (!output)
        throw UsageError(tr("-o FILE is required; FILE must end in .html or .pdf"));
    if (!isReportName(QString::fromStdString(*output)))
        throw UsageError(tr("a report must be .html or .pdf, got %1", quote(*output)));
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
            throw UsageError(tr("%1 is for one experiment, but %2 is a study", "--layer", quote(source.name)));
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
        line.show({0.9 + 0.1 * fraction, tr("figures")});
    };
    QString error;
    if (!writeReport(plan.output, shown, options, &error))
        throw FileError(Text::name(error.toStdString()));
    line.clear();
    if (study)
        for (const Remark& remark : study->measurement->remarks)
            note(remark.text);
}

}   // namespace

Command command_report()
{
    return {"report", "FILE -o REPORT", 1, 1, tr("write settings, findings, figures and a table as one document"),
        {{"--output", "-o", "FILE", tr("the report: NAME.html, which needs no other file, or NAME.pdf")},
            {"--layer", "", "NUMBER", tr("the selected layer or block, for figures that show one (default: 1)")},
            {"--theme", "", "NAME", tr("the theme of the figures, light or print (default: print)"),
                {"light", "print"}}},
        tr("FILE is an experiment or study file, a preset's name, or - for standard input. No display is needed. For "
           "up\n"
           "to four findings, the first fix is simulated too and drawn for comparison.\n"
           "\n"
           "Examples:\n"
           "  stepzero report notes-naive -o naive.html\n"
           "  stepzero report notes-six-schemes -o six.pdf\n"),
        run_report};
}

}   // namespace stepzero
