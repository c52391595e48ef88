// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/presets.h"

#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/base/words/problem.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

/// Returns the group, the sentence and the source of a preset, one per line.
std::vector<std::string> details(const PresetInfo& info)
{
    const PresetGroup* group = find_member(preset_groups(), info.group);
    std::vector<std::string> lines;
    for (const std::string& line :
        {group ? group->title.english() : std::string(), info.about.english(), source_line(info), info.link})
        if (!line.empty())
            lines.push_back(line);
    return lines;
}

std::string list(const std::vector<Preset>& all, bool detailed)
{
    std::size_t longest = 0;
    for (const Preset& preset : all)
        longest = std::max(longest, preset.name.size());
    std::string lines;
    for (const Preset& preset : all) {
        lines += preset.name + std::string(longest - preset.name.size() + 2, ' ') + preset.title.english() + "\n";
        if (detailed)
            for (const std::string& line : details(preset.info))
                lines += std::string(longest + 2, ' ') + line + "\n";
    }
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
        return write_result("-", list(studies ? study_presets() : presets(), arguments.has("--details")));
    const std::string& name = arguments.words.front();
    if (studies)
        throw UsageError(tr("--studies lists all studies and takes no name"));
    if (arguments.has("--details"))
        throw UsageError(tr("--details lists all presets and takes no name"));
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
        {{"--studies", "", "", tr("list the example studies instead")},
            {"--details", "", "", tr("also list the group, what one sees, and the source of each preset")}},
        tr("Every command that takes a FILE also takes a preset's name.\n"
           "\n"
           "Examples:\n"
           "  stepzero presets notes-he > mine.stepzero.json\n"
           "  stepzero presets notes-six-schemes > mine.stepzero-study.json\n"),
        run_presets};
}

}   // namespace stepzero
