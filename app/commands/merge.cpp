// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <limits>

#include "app/commands/command.h"
#include "app/commands/grid_run.h"
#include "app/commands/output.h"
#include "core/formats/file.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

GridResult part_from(const SourceText& source, const Grid* known)
{
    auto parsed = parse_grid_result(source.text, known);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&parsed))
        throw_problems(source.name, *problems);
    return std::get<GridResult>(std::move(parsed));
}

/// A part must stay what it is: it may be needed again.
void check_output_is_no_part(const std::string& output, const std::vector<std::string>& parts)
{
    std::error_code ignored;
    for (const std::string& part : parts)
        if (std::filesystem::equivalent(output, part, ignored))
            throw UsageError(quote(output) + " is one of the parts, it would be overwritten");
    check_output(output);
}

void run(const Arguments& arguments)
{
    if (arguments.words.empty())
        throw UsageError("parts are missing: stepzero merge PART…");
    const auto output = arguments.value("--output"), csv = arguments.value("--csv");
    if (csv && *csv == output.value_or("-"))
        throw UsageError("result and table cannot go to the same place");
    for (const auto& path : {output, csv})
        if (path && *path != "-")
            check_output_is_no_part(*path, arguments.words);
    std::vector<GridPart> parts;
    for (const std::string& word : arguments.words)
        parts.push_back({word, part_from(source_text(word), parts.empty() ? nullptr : &parts.front().result.grid)});
    try {
        write_grid_result(merged(std::move(parts), arguments.has("--partial")), arguments);
    } catch (const MergeError& error) {
        throw BadExperiment(error.what());
    }
}

}   // namespace

const Command& merge_command()
{
    static const Command command {"merge", "PART…", 0, std::numeric_limits<std::size_t>::max(),
        "join shares of a study that were run apart",
        {output_option(), {"--csv", "", "FILE", "one row a cell, as CSV"},
            {"--partial", "", "", "join them even if cells are missing"}},
        "PART is what `stepzero run STUDY --cells K/N` wrote. The order does not matter: the result is the same bytes\n"
        "as that of one run.\n"
        "\n"
        "Example:\n"
        "  stepzero merge part-*.json -o study.json --csv table.csv\n",
        run};
    return command;
}

}   // namespace stepzero
