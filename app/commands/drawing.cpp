// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/drawing.h"

#include <algorithm>
#include <cmath>

#include "app/commands/source.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/study/comparison.h"
#include "core/study/study.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int smallest_side = 64, largest_side = 20000;   // in pixels

/// Parses "1600x900" in pixels, or "160x90mm" at the given resolution.
QSize size_of(std::string text, double dpi)
{
    const std::string given = text;
    const bool millimetres = text.ends_with("mm");
    if (millimetres)
        text.resize(text.size() - 2);
    const std::vector<std::string> sides = split(text, 'x');
    if (sides.size() != 2)
        throw UsageError(tr("%1 must be WIDTHxHEIGHT in pixels, or WIDTHxHEIGHTmm, got %2", "--size", quote(given)));
    const auto side = [&](const std::string& part) {
        if (!millimetres)
            return whole_number(tr("a side of --size"), part, smallest_side, largest_side);
        const double pixels = decimal_number(tr("a side of --size"), part, 0.1, 10000) / 25.4 * dpi;
        if (pixels < smallest_side || pixels > largest_side)
            throw UsageError(
                tr("--size %1 at this dpi must have sides of %2 to %3 pixels", given, smallest_side, largest_side));
        return int(std::lround(pixels));
    };
    return {side(sides[0]), side(sides[1])};
}

std::vector<std::string> theme_words()
{
    std::vector<std::string> words;
    for (const QString& name : themeNames())
        words.push_back(name.toStdString());
    return words;
}

}   // namespace

Text network_text(const Network& network) { return tr("a %1 network", network.kind); }

std::vector<const FigureKind*> figures_of(
    const std::optional<std::string>& names, const QString& subject, const Text& shown)
{
    std::vector<const FigureKind*> figures;
    std::vector<std::string> known;
    for (const FigureKind& kind : figureKindsFor(subject)) {
        if (!kind.places.contains(subject))
            continue;
        known.push_back(kind.id.toStdString());
        if (!names)
            figures.push_back(&kind);
    }
    if (!names)
        return figures;
    for (const std::string& name : split(*names, ',')) {
        const bool exists = findFigureKind(QString::fromStdString(name));
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw UsageError(with_known(exists ? tr("there is no figure %1 for %2", quote(name), shown)
                                               : tr("there is no figure %1", quote(name)),
                name, known));
        const FigureKind* kind
            = &*std::ranges::find(figureKindsFor(subject), QString::fromStdString(name), &FigureKind::id);
        if (std::find(figures.begin(), figures.end(), kind) == figures.end())
            figures.push_back(kind);
    }
    return figures;
}

std::vector<std::string> figure_names()
{
    std::vector<std::string> names;
    for (const FigureKind& kind : figureKinds())
        names.push_back(kind.id.toStdString());
    names.push_back(pairFigureKinds().front().id.toStdString());   // the others have the same names
    return names;
}

std::vector<Option> picture_option_rows()
{
    return {{"--size", "", "WxH", tr("the size in pixels, or in millimetres as 160x90mm (default: 1600x900)")},
        {"--dpi", "", "NUMBER", tr("pixels per inch: higher values make text and lines larger (default: 96)")},
        {"--scale", "", "NUMBER",
            tr("the scale of text, lines and markers (default: readable on a slide of this size)")},
        {"--theme", "", "NAME", tr("light, dark, print or contrast (default: print)"), theme_words()}};
}

PictureOptions picture_options(const Arguments& arguments)
{
    PictureOptions options;
    if (const auto dpi = arguments.value("--dpi"))
        options.dpi = decimal_number("--dpi", *dpi, 24, 2400);
    if (const auto size = arguments.value("--size"))
        options.pixels = size_of(*size, options.dpi);
    if (const auto scale = arguments.value("--scale"))
        options.scale = decimal_number("--scale", *scale, 0.5, 8);
    if (const auto name = arguments.value("--theme"))
        options.theme = QString::fromStdString(*name);
    return options;
}

std::vector<Option> focus_option_rows()
{
    return {{"--layer", "", "NUMBER", tr("the selected layer or block, for figures that show one (default: 1)")},
        {"--matrix", "", "ROLE",
            tr("the selected matrix of the selected block, such as q, or mlp_in.5 for expert 5 (default: its first)")},
        {"--comparison", "", "NAME", tr("what the figure `compare` compares, such as residual_scaling")},
        {"--pin", "", "A,B,…", tr("experiment files or presets that figures show for comparison")}};
}

Focus focus_of(const Arguments& arguments, const Experiment& experiment)
{
    Focus focus;
    if (const auto layer = arguments.value("--layer"))
        focus.layer = whole_number("--layer", *layer, 1, depth(experiment.network));
    if (const auto step = arguments.value("--step")) {
        if (!experiment.train)
            throw UsageError(tr("--step is only for an experiment with \"train\""));
        focus.step = whole_number("--step", *step, 0, experiment.train->steps);
    }
    if (const auto matrix = arguments.value("--matrix")) {
        std::vector<std::string> known;
        const NetworkPlan network = plan_of(experiment.network);
        for (const RoleInfo& role : network.roles)
            if (role.kind == Role::weight)
                known.push_back(role.name);
        const std::string first(matrix->substr(0, matrix->find('.')));
        for (const ParameterPlan& parameter : network.blocks.front().parameters)
            if (parameter.expert > 0 && parameter.role == first)   // the matrix of a single expert
                known.push_back(parameter.role + "." + std::to_string(parameter.expert));
        if (known.empty())
            throw UsageError(tr("%1 is only for networks made of blocks", "--matrix"));
        focus.matrix = choice("--matrix", *matrix, known);
    }
    if (const auto comparison = arguments.value("--comparison")) {
        std::vector<std::string> known;
        for (const ComparisonKind& kind : comparisons())
            if (applies(kind, experiment.network))
                known.push_back(kind.name);
        if (known.empty())
            throw UsageError(tr("%1 is only for networks made of blocks", "--comparison"));
        focus.comparison = choice("--comparison", *comparison, known);
    }
    return focus;
}

std::vector<Experiment> pinned_by(const Arguments& arguments)
{
    std::vector<Experiment> pinned;
    if (const auto files = arguments.value("--pin"))
        for (const std::string& file : split(*files, ','))
            pinned.push_back(experiment_from(file));
    return pinned;
}

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

}   // namespace stepzero
