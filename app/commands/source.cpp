// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/source.h"

#include <algorithm>
#include <unistd.h>

#include "app/commands/drawing.h"
#include "app/commands/options.h"
#include "app/commands/short_text.h"
#include "app/lesson_layout.h"
#include "core/base/json/json_fields.h"
#include "core/base/words/words.h"
#include "core/capture/capture.h"
#include "core/files/experiment_file.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/network/input/input_file.h"
#include "core/study/grid/grid_json.h"
#include "core/study/lesson/lesson_json.h"
#include "widgets/figures/figures.h"

namespace stepzero {

namespace {

bool is_file(const std::string& name)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(name, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

/// Marks the input files that the computation will read.
void mark_inputs(const Experiment& experiment)
{
    if (!OverwriteGuard::exists())
        return;
    for (const std::string& file : named_files(experiment))
        for (const std::filesystem::path& path : files_of_input(file))
            mark_as_input(path);
}

}   // namespace

bool is_folder(const std::string& name)
{
    std::error_code ignored;
    return std::filesystem::is_directory(name, ignored);
}

bool experiment_exists(const std::string& name)
{
    return is_standard_stream(name) || is_short_text(name) || is_file(name) || find_preset(name)
        || find_study_preset(name) || find_lesson(name);
}

SourceText file_text(const std::string& name, std::size_t most)
{
    try {
        if (is_standard_stream(name))
            return {"standard input", read_descriptor(STDIN_FILENO, "standard input", most)};
        return {name, read_file(name, most), std::filesystem::path(name).parent_path()};
    } catch (const FileError& error) {
        throw BadExperiment(text_of(error));
    }
}

SourceText source_text(const std::string& name)
{
    if (is_standard_stream(name) || is_file(name))
        return file_text(name);
    if (is_short_text(name))
        return {"the text", file_of_short_text(name)};
    std::vector<std::string> known;
    for (const auto* all : {&presets(), &study_presets()})
        for (const Preset& preset : *all) {
            if (preset.name == name)
                return {name, std::string(preset.text)};
            known.push_back(preset.name);
        }
    for (const EmbeddedFile& file : embedded_lessons())
        known.emplace_back(file.name);
    if (const EmbeddedFile* lesson = find_lesson(name))
        return {std::string(lesson->name), std::string(lesson->text)};
    if (is_folder(name))
        throw BadExperiment(tr("%1 is a folder, but FILE must be an experiment file", quote(name)));
    throw BadExperiment(with_suggestion(tr("there is no file or preset %1", quote(name)), name, known));
}

Experiment experiment_in(const SourceText& source)
{
    auto parsed = parse_experiment(source.text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed)) {
        if (is_capture(source.text))
            throw BadExperiment(tr("%1 is a capture of a model, not an experiment: stepzero inspect %1", source.name));
        throw_problems(source.name, *problems);
    }
    auto& read = std::get<Experiment>(parsed);
    Experiment experiment = source.folder ? with_input_from(*source.folder, std::move(read)) : std::move(read);
    mark_inputs(experiment);
    return experiment;
}

Experiment experiment_from(const std::string& name) { return experiment_in(source_text(name)); }

Grid grid_in(const SourceText& source, std::size_t most)
{
    auto parsed = parse_grid(source.text, most);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        throw_problems(source.name, *problems);
    Grid grid = std::get<Grid>(std::move(parsed));
    if (OverwriteGuard::exists()) {
        const Experiment first = cell_experiment(grid, 0);
        mark_inputs(source.folder ? with_input_from(*source.folder, first) : first);
    }
    return grid;
}

Lesson lesson_in(const SourceText& source)
{
    auto parsed = parse_lesson(source.text);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        throw_problems(source.name, *problems);
    Lesson lesson = std::get<Lesson>(std::move(parsed));
    if (const std::vector<Problem> problems = figure_problems(lesson); !problems.empty())
        throw_problems(source.name, problems);
    if (source.folder)
        for (LessonStep& step : lesson.steps)
            step.experiment = with_input_from(*source.folder, std::move(step.experiment));
    else
        lesson.name = source.name;
    for (const LessonStep& step : lesson.steps)
        mark_inputs(step.experiment);
    return lesson;
}

static void add_figure_problems(const LessonStep& step, const std::string& place, std::vector<Problem>& problems)
{
    const QString subject = subjectOf(kind_of(step.experiment.network));
    std::vector<std::string> known;
    for (const FigureKind& kind : figureKinds())
        if (kind.places.contains(subject))
            known.push_back(kind.id.toStdString());
    const auto look_up = [&](const std::string& path, const std::string& name) {
        if (std::ranges::find(known, name) == known.end())
            problems.push_back({path,
                with_known(tr("there is no figure %1 for %2", quote(name), network_text(step.experiment.network)), name,
                    known)});
    };
    for (std::size_t k = 0; k < step.figures.size(); ++k)
        look_up(item_path(place + ".figures", k), step.figures[k].figure);
    if (!step.board)
        return;
    const auto board = stepBoard(step, QString::fromStdString(place));
    if (const auto* sentences = std::get_if<QStringList>(&board)) {
        for (const QString& sentence : *sentences)
            problems.push_back({{}, Text::name(sentence.toStdString())});
        return;
    }
    const auto& layout = std::get<BoardLayout>(board);
    for (const QString& figure : figuresOf(layout.root))
        look_up(place + ".board", figure.toStdString());
    const QStringList fronts = frontsOf(layout);
    for (std::size_t k = 0; k < step.figures.size(); ++k)
        if (const QString name = QString::fromStdString(step.figures[k].figure); !fronts.contains(name))
            problems.push_back({item_path(place + ".figures", k),
                tr("must be a figure that is in front on the step's board (%1), got %2",
                    fronts.join(", ").toStdString(), quote(name.toStdString()))});
}

std::vector<Problem> figure_problems(const Lesson& lesson)
{
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        add_figure_problems(lesson.steps[i], item_path("steps", i), problems);
    cut_short(problems);
    return problems;
}

void throw_problems(const std::string& name, const std::vector<Problem>& problems)
{
    throw BadExperiment(sentences(name, problems));
}

}   // namespace stepzero
