// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/source.h"

#include <array>
#include <cerrno>
#include <unistd.h>

#include "core/exchange/experiment_file.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/presets.h"
#include "core/experiment/words.h"

namespace stepzero {

namespace {

using Parsed = std::variant<Experiment, std::vector<Problem>>;

std::string read_standard_input()
{
    std::string bytes;
    std::array<char, 1 << 16> block;
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
        if (got == 0)
            return bytes;
        if (got > 0)
            bytes.append(block.data(), std::size_t(got));
        else if (errno != EINTR)
            throw BadExperiment("cannot read standard input");
    }
}

bool is_file(const std::string& name)
{
    std::error_code ignored;
    const auto status = std::filesystem::status(name, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

Experiment experiment_or_throw(const std::string& shown_name, Parsed parsed)
{
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed)) {
        std::string lines;
        for (const Problem& problem : *problems)
            lines += (lines.empty() ? "" : "\n") + sentence(shown_name, problem);
        throw BadExperiment(lines);
    }
    return std::get<Experiment>(std::move(parsed));
}

}   // namespace

bool experiment_exists(const std::string& name) { return name == "-" || is_file(name) || find_preset(name); }

Experiment experiment_from(const std::string& name)
{
    if (name == "-")
        return experiment_or_throw("standard input", parse_experiment(read_standard_input()));
    if (is_file(name)) {
        try {
            return experiment_or_throw(name, load_experiment(name));
        } catch (const FileError& error) {
            throw BadExperiment(error.what());
        }
    }
    if (const Preset* preset = find_preset(name))
        return experiment_or_throw(name, parse_experiment(preset->text));
    std::vector<std::string> known;
    for (const Preset& preset : presets())
        known.push_back(preset.name);
    throw BadExperiment("there is no file or preset " + quote(name) + suggestion(name, known));
}

}   // namespace stepzero
