// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

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
#include "core/kinds/kinds.h"
#include "core/study/comparison.h"
#include "core/study/grid_study.h"
#include "core/study/make_study.h"
#include "core/words/problem.h"
#include "core/words/words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/table_text.h"
#include "widgets/figures/picture.h"

namespace stepzero {

namespace {

constexpr int smallest_side = 64, largest_side = 20000;   // pixels

struct ExportPlan {
    std::filesystem::path folder;
    std::vector<const FigureKind*> figures;
    bool asked = false;   // for these by name
    std::string format = "png";
    Focus focus;
    PictureOptions picture;
    std::vector<Experiment> pins;
};

/// Of those that have a meaning for the subject, which is "a study" or "a dense network".
std::vector<const FigureKind*> figures_of(
    const std::optional<std::string>& names, const QString& subject, const std::string& word)
{
    std::vector<const FigureKind*> figures;
    std::vector<std::string> known;
    for (const FigureKind& kind : figureKinds()) {
        if (!kind.places.contains(subject))
            continue;
        known.push_back(kind.id.toStdString());
        if (!names)
            figures.push_back(&kind);
    }
    if (!names)
        return figures;
    for (const std::string& name : split(*names, ',')) {
        const FigureKind* kind = findFigureKind(QString::fromStdString(name));
        if (!kind || std::find(known.begin(), known.end(), name) == known.end())
            throw UsageError("there is no figure " + quote(name) + (kind ? " of " + word : std::string()) + "."
                + suggestion(name, known) + " Known are " + list_text(known));
        if (std::find(figures.begin(), figures.end(), kind) == figures.end())
            figures.push_back(kind);
    }
    return figures;
}

/// "1600x900" in pixels, or "160x90mm" at the given resolution.
QSize size_of(std::string text, double dpi)
{
    const std::string given = text;
    const bool millimetres = text.ends_with("mm");
    if (millimetres)
        text.resize(text.size() - 2);
    const std::vector<std::string> sides = split(text, 'x');
    if (sides.size() != 2)
        throw UsageError("--size must be WIDTHxHEIGHT in pixels, or with mm behind it, got " + quote(given));
    const auto side = [&](const std::string& part) {
        if (!millimetres)
            return whole_number("a side of --size", part, smallest_side, largest_side);
        const double pixels = decimal_number("a side of --size", part, 0.1, 10000) / 25.4 * dpi;
        if (pixels < smallest_side || pixels > largest_side)
            throw UsageError("--size " + given + " at this dpi is not within " + std::to_string(smallest_side) + " to "
                + std::to_string(largest_side) + " pixels a side");
        return int(std::lround(pixels));
    };
    return {side(sides[0]), side(sides[1])};
}

ExportPlan plan_of(const Arguments& arguments, const QString& subject, const std::string& word)
{
    ExportPlan plan;
    const auto folder = arguments.value("--to");
    if (!folder)
        throw UsageError("where to? Add --to DIR");
    plan.folder = *folder;
    plan.figures = figures_of(arguments.value("--figures"), subject, word);
    plan.asked = arguments.has("--figures");
    plan.format = arguments.value("--format").value_or(plan.format);
    if (const auto dpi = arguments.value("--dpi"))
        plan.picture.dpi = decimal_number("--dpi", *dpi, 24, 2400);
    if (const auto size = arguments.value("--size"))
        plan.picture.pixels = size_of(*size, plan.picture.dpi);
    if (const auto scale = arguments.value("--scale"))
        plan.picture.scale = decimal_number("--scale", *scale, 0.5, 8);
    if (const auto name = arguments.value("--theme"))
        plan.picture.theme = QString::fromStdString(*name);
    return plan;
}

bool is_drawn(const ExportPlan& plan, const char* figure)
{
    return std::ranges::any_of(plan.figures, [&](const FigureKind* kind) { return kind->id == figure; });
}

/// What belongs to one experiment.
void add_focus(ExportPlan& plan, const Arguments& arguments, const Experiment& experiment)
{
    if (const auto layer = arguments.value("--layer"))
        plan.focus.layer = whole_number("--layer", *layer, 1, depth(experiment.network));
    if (const auto step = arguments.value("--step")) {
        if (!experiment.train)
            throw UsageError("--step has a meaning for an experiment with \"train\" only");
        plan.focus.step = whole_number("--step", *step, 0, experiment.train->steps);
    }
    if (const auto matrix = arguments.value("--matrix")) {
        std::vector<std::string> known;
        const NetworkPlan network = plan_of(experiment.network);
        for (const RoleInfo& role : network.roles)
            if (role.kind == Role::weight)
                known.push_back(role.name);
        const std::string first(matrix->substr(0, matrix->find('.')));
        for (const ParameterPlan& parameter : network.blocks.front().parameters)
            if (parameter.expert > 0 && parameter.role == first)   // of one expert
                known.push_back(parameter.role + "." + std::to_string(parameter.expert));
        if (known.empty())
            throw UsageError("--matrix has a meaning for networks made of blocks only");
        plan.focus.matrix = choice("--matrix", *matrix, known);
    }
    if (const auto comparison = arguments.value("--comparison")) {
        std::vector<std::string> known;
        for (const ComparisonKind& kind : comparisons())
            if (kind.applies(experiment.network))
                known.push_back(kind.name);
        if (known.empty())
            throw UsageError("--comparison has a meaning for networks made of blocks only");
        plan.focus.comparison = choice("--comparison", *comparison, known);
    } else if (plan.asked && is_drawn(plan, "compare")) {
        throw UsageError("the figure compare needs to know what is compared: add --comparison NAME");
    }
    if (const auto files = arguments.value("--pin"))
        for (const std::string& file : split(*files, ','))
            plan.pins.push_back(experiment_from(file));
}

void refuse_focus(const Arguments& arguments)
{
    for (const char* option : {"--layer", "--step", "--matrix", "--comparison", "--pin"})
        if (arguments.has(option))
            throw UsageError(std::string(option) + " is for one experiment, and this is a study of many");
}

/// Each with its title, and a number behind one that others have as well.
QVector<Pin> pins_of(const std::vector<StudyPtr>& studies)
{
    QVector<Pin> pins;
    for (const StudyPtr& study : studies) {
        const QString title = titleOf(study->experiment);
        const auto taken = [&pins](const QString& name) {
            return std::any_of(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.name == name; });
        };
        QString name = title;
        for (int number = 2; taken(name); ++number)
            name = QStringLiteral("%1 (%2)").arg(title).arg(number);
        pins << Pin {study, name, int(pins.size()), true};
    }
    return pins;
}

/// What was not asked for by name is left out where it has nothing to show, or no numbers: the sentence then.
std::string write_figure(
    const ExportPlan& plan, const FigureKind& kind, const ExhibitPtr& exhibit, const QVector<Pin>& pins)
{
    const std::filesystem::path path = plan.folder / (kind.id.toStdString() + "." + plan.format);
    const PicturePart part {kind.id, {}, {0, 0, 1, 1}, pins};
    const bool numbers = plan.format == "csv";
    const std::unique_ptr<Figure> figure = numbers || !plan.asked ? figureOf(part, exhibit) : nullptr;
    const FigureTable table = numbers ? figure->table() : FigureTable();
    if (!plan.asked && table.rows.isEmpty())
        if (const QString nothing = figure->whyEmpty(); !nothing.isEmpty())
            return "left out " + (kind.id + ": " + nothing).toStdString();
    QString error;
    if (numbers)
        write_file(path, csvText(table).toStdString());
    else if (!writePicture(QString::fromStdString(path.string()), exhibit, {part}, plan.picture, &error))
        throw FileError(error.toStdString());
    return {};
}

void make_folder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder))
        throw FileError("cannot make the folder " + folder.string());
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

std::vector<std::string> figure_names()
{
    std::vector<std::string> names;
    for (const FigureKind& kind : figureKinds())
        names.push_back(kind.id.toStdString());
    return names;
}

std::vector<std::string> theme_words()
{
    std::vector<std::string> words;
    for (const QString& name : themeNames())
        words.push_back(name.toStdString());
    return words;
}

void run(const Arguments& arguments)
{
    const SourceText source = source_text(arguments.words.front());
    const bool many = is_grid(source.text);
    const std::optional<Experiment> experiment = many ? std::nullopt : std::optional(experiment_in(source));
    ExportPlan plan = many
        ? plan_of(arguments, manyExperiments, "a study")
        : plan_of(arguments, subjectOf(kind_of(experiment->network)), "a " + experiment->network.kind + " network");
    if (many)
        refuse_focus(arguments);
    else
        add_focus(plan, arguments, *experiment);
    make_folder(plan.folder);

    const Interrupt interrupt;
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

}   // namespace

const Command& export_command()
{
    static const Command command {"export", "FILE --to DIR", 1, 1,
        "draw the figures of an experiment or a study into files",
        {{"--to", "", "DIR", "the folder, made when it is not there; a figure becomes DIR/FIGURE.FORMAT"},
            {"--figures", "", "A,B,…", "which figures (default: all that have something to show)", {}, figure_names()},
            {"--format", "", "FORMAT", "png, svg, pdf, or csv for the numbers shown (default: png)",
                {"png", "svg", "pdf", "csv"}},
            {"--size", "", "WxH", "in pixels, or 160x90mm (default: 1600x900)"},
            {"--dpi", "", "NUMBER", "pixels an inch: more makes text and lines larger (default: 96)"},
            {"--scale", "", "NUMBER",
                "of text, lines and markers (default: such that a slide of the size can be read)"},
            {"--theme", "", "NAME", "light, dark or print (default: print)", theme_words()},
            {"--layer", "", "NUMBER", "the chosen layer or block, for figures of one (default: 1)"},
            {"--step", "", "NUMBER", "of training, behind which the network is drawn (default: 0)"},
            {"--matrix", "", "ROLE",
                "the chosen matrix of that block: q, or mlp_in.5 of expert 5 (default: its first)"},
            {"--comparison", "", "NAME", "what the figure `compare` compares, such as residual_scaling"},
            {"--pin", "", "A,B,…", "experiment files or presets that figures draw beside FILE's"}},
        "FILE is an experiment file or a study of many, a preset's name, or - for standard input. No display is\n"
        "needed.\n"
        "\n"
        "Example:\n"
        "  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300\n",
        run};
    return command;
}

}   // namespace stepzero
