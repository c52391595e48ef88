// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/presets.h"

#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

std::string list(const std::vector<Preset>& all)
{
    std::size_t longest = 0;
    for (const Preset& preset : all)
        longest = std::max(longest, preset.name.size());
    std::string lines;
    for (const Preset& preset : all)
        lines += preset.name + std::string(longest - preset.name.size() + 2, ' ') + preset.title.english() + "\n";
    return lines;
}

/// Returns a preset with every value, as a saved file.
std::string whole_file(const Preset& preset)
{
    if (is_grid(preset.text))
        return format_grid(std::get<Grid>(parse_grid(preset.text)));
    return format_experiment(std::get<Experiment>(parse_experiment(preset.text)));
}

void run_presets(const Arguments& arguments)
{
    const bool studies = arguments.has("--studies");
    if (arguments.words.empty())
        return write_result("-", list(studies ? study_presets() : presets()));
    const std::string& name = arguments.words.front();
    if (studies)
        throw UsageError(tr("--studies lists all studies and takes no name"));
    std::vector<std::string> known;
    for (const auto* all : {&presets(), &study_presets()})
        for (const Preset& preset : *all) {
            if (preset.name == name)
                return write_result("-", whole_file(preset));
            known.push_back(preset.name);
        }
    throw UsageError(with_suggestion(tr("there is no preset %1", quote(name)), name, known));
}

}   // namespace

Command command_presets()
{
    return {"presets", "[NAME]", 0, 1, tr("list the presets, or print one as a file"),
        {{"--studies", "", "", tr("list the example studies instead")}},
        tr("Every command that takes a FILE also takes a preset's name.\n"
           "\n"
           "Examples:\n"
           "  stepzero presets notes-he > mine.stepzero.json\n"
           "  stepzero presets notes-six-schemes > mine.stepzero-study.json\n"),
        run_presets};
}

}   // namespace stepzero
