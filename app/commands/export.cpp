// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/commands/command.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/exchange/file.h"
#include "core/experiment/problem.h"
#include "core/experiment/words.h"
#include "core/study/make_study.h"
#include "widgets/figures/figure.h"
#include "widgets/figures/picture.h"

namespace stepzero {

namespace {

constexpr int smallest_side = 64, largest_side = 20000;   // pixels

struct ExportPlan {
    std::filesystem::path folder;
    std::vector<const FigureKind*> figures;
    std::string format = "png";
    Focus focus;
    PictureOptions picture;
    std::vector<Experiment> pins;
};

/// Of those that have a meaning for the kind of network.
std::vector<const FigureKind*> figures_of(const std::optional<std::string>& names, const std::string& network_kind)
{
    std::vector<const FigureKind*> figures;
    std::vector<std::string> known;
    for (const FigureKind& kind : figureKinds()) {
        if (!kind.places.contains(QString::fromStdString(network_kind)))
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
            throw UsageError("there is no figure " + quote(name) + (kind ? " of a " + network_kind + " network." : "")
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

ExportPlan plan_of(const Arguments& arguments, const Experiment& experiment)
{
    ExportPlan plan;
    const auto folder = arguments.value("--to");
    if (!folder)
        throw UsageError("where to? Add --to DIR");
    plan.folder = *folder;
    plan.figures = figures_of(arguments.value("--figures"), experiment.network.kind);
    if (const auto format = arguments.value("--format"))
        plan.format = choice("--format", *format, {"png", "svg", "pdf", "csv"});
    if (const auto dpi = arguments.value("--dpi"))
        plan.picture.dpi = decimal_number("--dpi", *dpi, 24, 2400);
    if (const auto size = arguments.value("--size"))
        plan.picture.pixels = size_of(*size, plan.picture.dpi);
    if (const auto name = arguments.value("--theme")) {
        std::vector<std::string> known;
        for (const QString& theme_name : themeNames())
            known.push_back(theme_name.toStdString());
        plan.picture.theme = QString::fromStdString(choice("--theme", *name, known));
    }
    if (const auto layer = arguments.value("--layer"))
        plan.focus.layer = whole_number("--layer", *layer, 1, depth(experiment.network));
    if (const auto matrix = arguments.value("--matrix")) {
        std::vector<std::string> known;
        for (const RoleInfo& role : roles_of(experiment.network))
            if (role.kind == Role::weight)
                known.push_back(role.name);
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
    }
    if (const auto files = arguments.value("--pin"))
        for (const std::string& file : split(*files, ','))
            plan.pins.push_back(experiment_from(file));
    return plan;
}

std::string csv_field(const QString& text)
{
    if (!text.contains(',') && !text.contains('"') && !text.contains('\n') && !text.contains('\r'))
        return text.toStdString();
    QString doubled = text;
    return "\"" + doubled.replace("\"", "\"\"").toStdString() + "\"";
}

std::string csv_text(const FigureTable& table)
{
    std::string text;
    const auto add = [&text](const QStringList& row) {
        for (qsizetype i = 0; i < row.size(); ++i)
            text += (i == 0 ? "" : ",") + csv_field(row[i]);
        text += "\r\n";
    };
    add(table.header);
    for (const QStringList& row : table.rows)
        add(row);
    return text;
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

void write_figure(const ExportPlan& plan, const FigureKind& kind, const StudyPtr& study, const QVector<Pin>& pins)
{
    const std::filesystem::path path = plan.folder / (kind.id.toStdString() + "." + plan.format);
    if (plan.format == "csv") {
        const std::unique_ptr<Figure> figure(kind.create(nullptr));
        figure->setPins(pins);
        figure->setStudy(study);
        return write_file(path, csv_text(figure->table()));
    }
    QString error;
    if (!writePicture(
            QString::fromStdString(path.string()), study, {{kind.id, {}, {0, 0, 1, 1}, pins}}, plan.picture, &error))
        throw FileError(error.toStdString());
}

void make_folder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder))
        throw FileError("cannot make the folder " + folder.string());
    check_output((folder / "figure").string());
}

void run(const Arguments& arguments)
{
    const Experiment experiment = experiment_from(arguments.words.front());
    const ExportPlan plan = plan_of(arguments, experiment);
    make_folder(plan.folder);

    const Interrupt interrupt;
    ProgressLine line;
    StudyCaches caches(noise_bytes);
    Context context;
    context.stop = interrupt.token();
    const double share = 0.9 / double(1 + plan.pins.size());   // of the progress, for each study
    context.report = line.part(0, share);
    const StudyPtr study = full_study({experiment, 1, plan.focus, nullptr, {}}, caches, context);
    std::vector<StudyPtr> pinned;
    for (const Experiment& pin : plan.pins) {
        const double from = share * double(1 + pinned.size());
        context.report = line.part(from, share);
        pinned.push_back(full_study({pin, 1, plan.focus, nullptr, {}}, caches, context));
    }

    const HeadlessApplication application;
    const QVector<Pin> pins = pins_of(pinned);
    for (std::size_t i = 0; i < plan.figures.size(); ++i) {
        context.check();
        line.show({0.9 + 0.1 * double(i) / double(plan.figures.size()), "figures"});
        write_figure(plan, *plan.figures[i], study, pins);
    }
    line.clear();
    for (const Remark& remark : study->measurement->remarks)
        note(remark.text);
}

}   // namespace

const Command& export_command()
{
    static const Command command {"export", "FILE --to DIR", 1, 1, "draw the figures of an experiment into files",
        {{"--to", "", "DIR", "the folder, made when it is not there; a figure becomes DIR/FIGURE.FORMAT"},
            {"--figures", "", "A,B,…", "which figures (default: all)"},
            {"--format", "", "FORMAT", "png, svg, pdf, or csv for the numbers shown (default: png)"},
            {"--size", "", "WxH", "in pixels, or 160x90mm (default: 1600x900)"},
            {"--dpi", "", "NUMBER", "pixels an inch: more makes text and lines larger (default: 96)"},
            {"--theme", "", "NAME", "light, dark or print (default: print)"},
            {"--layer", "", "NUMBER", "the chosen layer or block, for figures of one (default: 1)"},
            {"--matrix", "", "ROLE", "the chosen matrix of that block, such as q or mlp_out (default: its first)"},
            {"--comparison", "", "NAME", "what the figure `compare` compares, such as residual_scaling"},
            {"--pin", "", "A,B,…", "experiment files or presets that figures draw beside FILE's"}},
        "FILE is an experiment file, a preset's name, or - for standard input. No display is needed.\n"
        "\n"
        "Example:\n"
        "  stepzero export notes-he --to figures --format pdf --size 160x90mm --dpi 300\n",
        run};
    return command;
}

}   // namespace stepzero
