// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/presets.h"

#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/problem.h"
#include "core/experiment/words.h"

namespace stepzero {

namespace {

std::string list()
{
    std::size_t longest = 0;
    for (const Preset& preset : presets())
        longest = std::max(longest, preset.name.size());
    std::string lines;
    for (const Preset& preset : presets())
        lines += preset.name + std::string(longest - preset.name.size() + 2, ' ') + preset.title + "\n";
    return lines;
}

void run(const Arguments& arguments)
{
    if (arguments.words.empty())
        return write_result("-", list());
    const std::string& name = arguments.words.front();
    if (!find_preset(name)) {
        std::vector<std::string> known;
        for (const Preset& preset : presets())
            known.push_back(preset.name);
        throw UsageError("there is no preset " + quote(name) + suggestion(name, known));
    }
    const auto parsed = parse_experiment(find_preset(name)->text);
    write_result("-", format_experiment(std::get<Experiment>(parsed)));
}

}   // namespace

const Command& presets_command()
{
    static const Command command {"presets", "[NAME]", 0, 1, "list the presets, or print one as an experiment file", {},
        "Every command that takes a FILE takes a preset's name as well.\n"
        "\n"
        "Example:\n"
        "  stepzero presets notes-he > mine.stepzero.json\n",
        run};
    return command;
}

}   // namespace stepzero
