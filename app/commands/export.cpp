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
#include "core/base/formats/file.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/study/comparison.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid_study.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"
#include "core/study/make_study.h"
#include "core/study/pair_study.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/table_text.h"
#include "widgets/figures/picture.h"
#include "widgets/report/course.h"
#include "widgets/report/handout.h"

namespace stepzero {

namespace {

/// Stands for all lessons, unless there is a file of this name.
constexpr const char* course_name = "course";

std::vector<Option> export_options();

struct ExportPlan {
    std::filesystem::path folder;
    std::vector<const FigureKind*> figures;
    bool asked = false;   // the figures were given by name
    std::string format = "png";
    Focus focus;
    PictureOptions picture;
    std::vector<Experiment> pins;
    bool beside = false;   // the only pin is shown side by side, and not in the same axes
};

std::filesystem::path folder_of(const Arguments& arguments)
{
    const auto folder = arguments.value("--to");
    if (!folder)
        throw UsageError(tr("%1 is required", "--to DIR"));
    return *folder;
}

ExportPlan plan_of(const Arguments& arguments, const QString& subject, const Text& shown)
{
    ExportPlan plan;
    plan.folder = folder_of(arguments);
    plan.figures = figures_of(arguments.value("--figures"), subject, shown);
    plan.asked = arguments.has("--figures");
    plan.format = arguments.value("--format").value_or(plan.format);
    plan.picture = picture_options(arguments);
    return plan;
}

bool is_drawn(const ExportPlan& plan, const char* figure)
{
    return std::ranges::any_of(plan.figures, [&](const FigureKind* kind) { return kind->id == figure; });
}

/// Adds the options that apply only to single experiments.
void add_focus(ExportPlan& plan, const Arguments& arguments, const Experiment& experiment)
{
    plan.focus = focus_of(arguments, experiment);
    if (plan.asked && is_drawn(plan, "compare") && plan.focus.comparison.empty())
        throw UsageError(tr("the figure compare needs %1", "--comparison NAME"));
    plan.pins = pinned_by(arguments);
}

/// Returns the figures of an experiment, or of two side by side.
ExportPlan plan_of(const Arguments& arguments, const Experiment& experiment)
{
    const Text shown = network_text(experiment.network);
    const QString subject = subjectOf(kind_of(experiment.network));
    const auto beside = arguments.value("--beside");
    if (!beside) {
        ExportPlan plan = plan_of(arguments, subject, shown);
        add_focus(plan, arguments, experiment);
        return plan;
    }
    if (arguments.has("--pin"))
        throw UsageError(tr("%1 cannot be used with %2", "--pin", "--beside"));
    const Experiment other = experiment_from(*beside);
    ExportPlan plan = plan_of(arguments, pairSubject(subject, subjectOf(kind_of(other.network))), shown);
    add_focus(plan, arguments, experiment);
    plan.pins = {other};
    plan.beside = true;
    return plan;
}

/// Returns the first given option that applies only to single experiments; null when there is none.
const char* focus_option(const Arguments& arguments)
{
    for (const char* option : {"--layer", "--step", "--matrix", "--comparison", "--pin", "--beside"})
        if (arguments.has(option))
            return option;
    return nullptr;
}

std::filesystem::path file_of(const ExportPlan& plan, const FigureKind& kind)
{
    return plan.folder / (kind.id.toStdString() + "." + plan.format);
}

/// Writes a figure. An empty one that was not given by name is left out in every format. Returns a sentence about that,
/// or nothing.
Text write_figure(const ExportPlan& plan, const FigureKind& kind, const ExhibitPtr& exhibit, const QVector<Pin>& pins)
{
    const std::filesystem::path path = file_of(plan, kind);
    const PicturePart part {kind.id, {}, {0, 0, 1, 1}, pins};
    const bool numbers = plan.format == "csv";
    const std::unique_ptr<Figure> figure = numbers || !plan.asked ? figureOf(part, exhibit) : nullptr;
    if (!plan.asked)
        if (const QString nothing = figure->whyEmpty(); !nothing.isEmpty())
            return tr("left out %1: %2", kind.id.toStdString(), nothing.toStdString());
    QString error;
    if (numbers)
        write_file(path, csvText(figure->table()).toStdString());
    else if (!writePicture(path, exhibit, {part}, plan.picture, &error))
        throw FileError(Text::name(error.toStdString()));
    return {};
}

/// Throws FileError when the folder is not writable, which should be known before the computation.
void check_folder(const std::filesystem::path& folder)
{
    make_folder(folder);
    check_output((folder / "figure").string());
}

/// Returns the study of one experiment, and those of its pins.
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

/// Writes the pictures of a lesson and its handout.
void export_lesson(const SourceText& source, const Arguments& arguments)
{
    const Lesson lesson = lesson_in(source);
    const char* set_by_steps = arguments.has("--figures") ? "--figures" : focus_option(arguments);
    if (set_by_steps)
        throw UsageError(tr("%1 cannot be used with a lesson: its steps set it", set_by_steps));
    HandoutOptions options;
    options.format = QString::fromStdString(arguments.value("--format").value_or("png"));
    if (options.format == QLatin1String("csv"))
        throw UsageError(tr("%1 cannot be used with a lesson", "--format csv"));
    options.language = arguments.value("--language").value_or(lesson_languages().front());
    options.picture = picture_options(arguments);
    const std::filesystem::path folder = folder_of(arguments);
    const Interrupt interrupt(Interrupt::of_drawing);
    check_folder(folder);
    ProgressLine line;
    constexpr double share = 0.7;
    StudyCaches caches(noise_bytes);
    const ComputedLesson all = computed(lesson, caches, {interrupt.token(), line.part(0, share)});
    const HeadlessApplication application;
    const Context context {interrupt.token(), {}};
    options.progress = [&](double fraction) {
        context.check();
        line.show({share + (1 - share) * fraction, tr("handout")});
    };
    writeHandout(folder, all, options);
}

/// Writes all built-in lessons as pages.
void export_course(const Arguments& arguments)
{
    for (const Option& option : export_options())
        if (option.name != "--to" && option.name != "--language" && arguments.has(option.name))
            throw UsageError(tr("%1 cannot be used with the course", option.name));
    const std::filesystem::path folder = folder_of(arguments);
    const Interrupt interrupt(Interrupt::of_drawing);
    check_folder(folder);
    const HeadlessApplication application;
    ProgressLine line;
    StudyCaches caches(noise_bytes);
    const auto language = arguments.value("--language");
    CourseOptions options {lessons(), language ? std::vector<std::string> {*language} : lesson_languages(), {}, {}};
    const double each = 1 / double(options.lessons.size());
    constexpr double share = 0.7;   // fraction of the progress of a lesson; drawing takes the rest
    options.computed = [&](std::size_t i) {
        return computed(options.lessons[i], caches, {interrupt.token(), line.part(each * double(i), share * each)});
    };
    options.progress = [&](std::size_t i, double fraction) {
        Context {interrupt.token(), {}}.check();
        line.show({each * (double(i) + share + (1 - share) * fraction), tr("lessons")});
    };
    writeCourse(folder, options);
}

void run_export(const Arguments& arguments)
{
    if (arguments.words.front() == course_name && !std::filesystem::exists(course_name))
        return export_course(arguments);
    const SourceText source = source_text(arguments.words.front());
    if (is_lesson(source.text))
        return export_lesson(source, arguments);
    const bool many = is_grid(source.text);
    const std::optional<Experiment> experiment = many ? std::nullopt : std::optional(experiment_in(source));
    const ExportPlan plan = many ? plan_of(arguments, manyExperiments, tr("a study")) : plan_of(arguments, *experiment);
    if (const char* option = many ? focus_option(arguments) : nullptr)
        throw UsageError(tr("%1 is for one experiment, but %2 is a study", option, quote(source.name)));
    const Interrupt interrupt(Interrupt::of_drawing);
    check_folder(plan.folder);
    for (const FigureKind* kind : plan.figures)
        refuse_input(file_of(plan, *kind));

    ProgressLine line;
    constexpr double share = 0.9;   // fraction of the progress; drawing takes the rest
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
    QVector<Pin> pins = many ? QVector<Pin>() : pins_of({studies.begin() + 1, studies.end()});
    if (plan.beside) {
        const auto side = [](const Pin& named) {
            return PairSide {named.study->experiment, named.study, Text::name(named.name.toStdString())};
        };
        const QVector<Pin> both = pins_of(studies);
        shown = pair_study(side(both.first()), side(both.last()));
        pins.clear();
    }
    const Context context {interrupt.token(), {}};
    std::vector<Text> notes;
    for (std::size_t i = 0; i < plan.figures.size(); ++i) {
        context.check();
        line.show({share + (1 - share) * double(i) / double(plan.figures.size()), tr("figures")});
        if (const Text left_out = write_figure(plan, *plan.figures[i], shown, pins); !left_out.empty())
            notes.push_back(left_out);
    }
    line.clear();
    for (const Text& sentence : notes)
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
        {"--to", "", "DIR", tr("the folder, which is created if needed; a figure becomes DIR/FIGURE.FORMAT")},
        {"--figures", "", "A,B,…", tr("the figures to export (default: all that are not empty)"), {}, figure_names()},
        {"--format", "", "FORMAT",
            tr("%1, or csv for the numbers shown (default: png)",
                pictureEndings({}, QStringLiteral(", ")).toStdString()),
            format_names()}};
    for (Option& option : picture_option_rows())
        all.push_back(std::move(option));
    for (Option& option : focus_option_rows()) {
        all.push_back(std::move(option));
        if (all.back().name == "--layer")
            all.push_back(
                {"--step", "", "NUMBER", tr("the training step after which the network is drawn (default: 0)")});
    }
    all.push_back({"--beside", "", "FILE",
        tr("an experiment file or preset, which every figure shows on its right, with the same axes")});
    all.push_back({"--language", "", "NAME",
        tr("the language: en or zh (default: the system's; for a lesson's handout, en; for the course, both)"),
        lesson_languages()});
    return all;
}

}   // namespace

Command command_export()
{
    return {"export", "FILE --to DIR", 1, 1,
        tr("write the figures of an experiment, a study, a lesson or the course to files"), export_options(),
        tr("FILE is an experiment file, a study file or a lesson file, the name of one, or - for standard input. No\n"
           "display is needed. For a lesson, the figures of its steps are written as\n"
           "NN-STEP-FIGURE.FORMAT. A handout (handout.html and handout.pdf) contains the texts, formulas,\n"
           "figures, questions and answers. In handout.html, figures have sliders for the controls of the steps.\n"
           "The FILE `course` stands for all built-in lessons: DIR becomes a folder of web pages with an index,\n"
           "in English and Chinese unless --language is given.\n"
           "\n"
           "Examples:\n"
           "  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300\n"
           "  stepzero export notes-he --beside notes-xavier --to figures\n"
           "  stepzero export course --to pages\n"),
        run_export};
}

}   // namespace stepzero
