// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/commands/command.h"
#include "app/commands/drawing.h"
#include "app/commands/grid_run.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/formats/file.h"
#include "core/grid/grid_json.h"
#include "core/kinds/kinds.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/lesson_study.h"
#include "core/study/comparison.h"
#include "core/study/grid_study.h"
#include "core/study/make_study.h"
#include "core/words/problem.h"
#include "core/words/words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/table_text.h"
#include "widgets/figures/picture.h"
#include "widgets/report/handout.h"

namespace stepzero {

namespace {

struct ExportPlan {
    std::filesystem::path folder;
    std::vector<const FigureKind*> figures;
    bool asked = false;   // for these by name
    std::string format = "png";
    Focus focus;
    PictureOptions picture;
    std::vector<Experiment> pins;
};

std::filesystem::path folder_of(const Arguments& arguments)
{
    const auto folder = arguments.value("--to");
    if (!folder)
        throw UsageError("where to? Add --to DIR");
    return *folder;
}

ExportPlan plan_of(const Arguments& arguments, const QString& subject, const std::string& word)
{
    ExportPlan plan;
    plan.folder = folder_of(arguments);
    plan.figures = figures_of(arguments.value("--figures"), subject, word);
    plan.asked = arguments.has("--figures");
    plan.format = arguments.value("--format").value_or(plan.format);
    plan.picture = picture_options(arguments);
    return plan;
}

bool is_drawn(const ExportPlan& plan, const char* figure)
{
    return std::ranges::any_of(plan.figures, [&](const FigureKind* kind) { return kind->id == figure; });
}

/// What belongs to one experiment.
void add_focus(ExportPlan& plan, const Arguments& arguments, const Experiment& experiment)
{
    plan.focus = focus_of(arguments, experiment);
    if (plan.asked && is_drawn(plan, "compare") && plan.focus.comparison.empty())
        throw UsageError("the figure compare needs to know what is compared: add --comparison NAME");
    plan.pins = pinned_by(arguments);
}

void refuse_focus(const Arguments& arguments, const std::string& what)
{
    for (const char* option : {"--layer", "--step", "--matrix", "--comparison", "--pin"})
        if (arguments.has(option))
            throw UsageError(std::string(option) + " is for one experiment, and this is " + what);
}

std::filesystem::path file_of(const ExportPlan& plan, const FigureKind& kind)
{
    return plan.folder / (kind.id.toStdString() + "." + plan.format);
}

/// What was not asked for by name is left out where it has nothing to show, in every format: the sentence then.
std::string write_figure(
    const ExportPlan& plan, const FigureKind& kind, const ExhibitPtr& exhibit, const QVector<Pin>& pins)
{
    const std::filesystem::path path = file_of(plan, kind);
    const PicturePart part {kind.id, {}, {0, 0, 1, 1}, pins};
    const bool numbers = plan.format == "csv";
    const std::unique_ptr<Figure> figure = numbers || !plan.asked ? figureOf(part, exhibit) : nullptr;
    if (!plan.asked)
        if (const QString nothing = figure->whyEmpty(); !nothing.isEmpty())
            return "left out " + (kind.id + ": " + nothing).toStdString();
    QString error;
    if (numbers)
        write_file(path, csvText(figure->table()).toStdString());
    else if (!writePicture(path, exhibit, {part}, plan.picture, &error))
        throw FileError(error.toStdString());
    return {};
}

/// Before the computation.
void check_folder(const std::filesystem::path& folder)
{
    make_folder(folder);
    check_output((folder / "figure").string());
}

/// The study of one experiment, and those of its pins.
std::vector<StudyPtr> computed(
    const ExportPlan& plan, const Experiment& experiment, const Interrupt& interrupt, ProgressLine& line, double share)
{
    StudyCaches caches(noise_bytes);
    std::vector<Experiment> all {experiment};
    all.insert(all.end(), plan.pins.begin(), plan.pins.end());
    std::vector<StudyPtr> studies;
    for (const Experiment& one : all) {
        const double each = share / double(all.size());
        const Context context {interrupt.token(), line.part(each * double(studies.size()), each)};
        studies.push_back(full_study({one, 1, plan.focus, nullptr, {}}, caches, context));
    }
    return studies;
}

/// Of a lesson: pictures and handout.
void export_lesson(const SourceText& source, const Arguments& arguments)
{
    const Lesson lesson = lesson_in(source);
    refuse_focus(arguments, "a lesson, which says it in its steps");
    if (arguments.has("--figures"))
        throw UsageError("--figures is not for a lesson, which says it in its steps");
    HandoutOptions options;
    options.format = QString::fromStdString(arguments.value("--format").value_or("png"));
    if (options.format == QLatin1String("csv"))
        throw UsageError("--format csv is not for a lesson");
    options.language = arguments.value("--language").value_or(lesson_languages().front());
    options.picture = picture_options(arguments);
    const std::filesystem::path folder = folder_of(arguments);
    const Interrupt interrupt(Interrupt::of_drawing);
    check_folder(folder);
    ProgressLine line;
    constexpr double share = 0.7;
    StudyCaches caches(noise_bytes);
    const std::vector<StudyPtr> studies = lesson_studies(lesson, caches, {interrupt.token(), line.part(0, share)});
    const HeadlessApplication application;
    const Context context {interrupt.token(), {}};
    options.progress = [&](double fraction) {
        context.check();
        line.show({share + (1 - share) * fraction, "handout"});
    };
    writeHandout(folder, lesson, studies, options);
}

void run_export(const Arguments& arguments)
{
    const SourceText source = source_text(arguments.words.front());
    if (is_lesson(source.text))
        return export_lesson(source, arguments);
    const bool many = is_grid(source.text);
    const std::optional<Experiment> experiment = many ? std::nullopt : std::optional(experiment_in(source));
    ExportPlan plan = many
        ? plan_of(arguments, manyExperiments, "a study")
        : plan_of(arguments, subjectOf(kind_of(experiment->network)), "a " + experiment->network.kind + " network");
    if (many)
        refuse_focus(arguments, "a study of many");
    else
        add_focus(plan, arguments, *experiment);
    const Interrupt interrupt(Interrupt::of_drawing);
    check_folder(plan.folder);
    for (const FigureKind* kind : plan.figures)
        refuse_input(file_of(plan, *kind));

    ProgressLine line;
    constexpr double share = 0.9;   // of the progress; the rest is drawing
    ExhibitPtr shown;
    std::vector<StudyPtr> studies;
    if (many) {
        shown = grid_study(whole_grid_result(source, interrupt.token(), [&line](const Progress& p) {
            line.show({share * p.fraction, p.stage});
        }));
    } else {
        studies = computed(plan, *experiment, interrupt, line, share);
        shown = studies.front();
    }

    const HeadlessApplication application;
    const QVector<Pin> pins = many ? QVector<Pin>() : pins_of({studies.begin() + 1, studies.end()});
    const Context context {interrupt.token(), {}};
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < plan.figures.size(); ++i) {
        context.check();
        line.show({share + (1 - share) * double(i) / double(plan.figures.size()), "figures"});
        if (const std::string left_out = write_figure(plan, *plan.figures[i], shown, pins); !left_out.empty())
            notes.push_back(left_out);
    }
    line.clear();
    for (const std::string& sentence : notes)
        note(sentence);
    if (!many)
        for (const Remark& remark : studies.front()->measurement->remarks)
            note(remark.text);
}

std::vector<std::string> format_names()
{
    std::vector<std::string> names;
    for (const PictureFormat& format : pictureFormats())
        names.emplace_back(format.ending);
    names.emplace_back("csv");
    return names;
}

std::vector<Option> export_options()
{
    std::vector<Option> all {
        {"--to", "", "DIR", "the folder, made when it is not there; a figure becomes DIR/FIGURE.FORMAT"},
        {"--figures", "", "A,B,…", "which figures (default: all that have something to show)", {}, figure_names()},
        {"--format", "", "FORMAT",
            pictureEndings({}, QStringLiteral(", ")).toStdString() + ", or csv for the numbers shown (default: png)",
            format_names()}};
    for (Option& option : picture_option_rows())
        all.push_back(std::move(option));
    for (Option& option : focus_option_rows()) {
        all.push_back(std::move(option));
        if (all.back().name == "--layer")
            all.push_back({"--step", "", "NUMBER", "of training, behind which the network is drawn (default: 0)"});
    }
    all.push_back({"--language", "", "NAME",
        "of figures, and of a lesson's handout: en or zh (default: the system's, and en)", lesson_languages()});
    return all;
}

}   // namespace

Command command_export()
{
    return {"export", "FILE --to DIR", 1, 1, "draw the figures of an experiment, a study or a lesson into files",
        export_options(),
        "FILE is an experiment file, a study of many or a lesson, the name of one, or - for standard input. No "
        "display\n"
        "is needed. Of a lesson come the figures of its steps as NN-STEP-FIGURE.FORMAT, and handout.html and\n"
        "handout.pdf: texts, formulas, pictures, questions, and the answers at the end.\n"
        "\n"
        "Example:\n"
        "  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300\n",
        run_export};
}

}   // namespace stepzero
