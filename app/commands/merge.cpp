// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>

#include "app/commands/command.h"
#include "app/commands/grid_run.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "core/base/formats/file_buffer.h"
#include "core/base/words/words.h"
#include "core/study/grid/grid_parts.h"

namespace stepzero {

namespace {

/// Returns a buffer of a part. A file is read block by block; a pipe is read into memory.
std::unique_ptr<std::streambuf> buffer_of(const std::string& part, std::size_t parts)
{
    constexpr std::size_t most_held = 64 << 20, least_block = 1 << 14, most_block = 1 << 20;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(part, ignored))
        return std::make_unique<FileBuffer>(part, std::clamp(most_held / parts, least_block, most_block));
    return std::make_unique<std::stringbuf>(source_text(part).text, std::ios::in);
}

void read_parts(GridParts& parts, const Arguments& arguments, const Context& context)
try {
    const std::vector<std::string>& words = arguments.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
        context.progress(double(i) / double(words.size()), tr("reading"));
        const std::string name = is_standard_stream(words[i]) ? "standard input" : words[i];
        const auto problems = parts.add(name, buffer_of(words[i], words.size()), context);
        if (!problems.empty())
            throw_problems(name, problems);
    }
    if (const Text missing = parts.missing(); !missing.empty() && !arguments.has("--partial"))
        throw MergeError(missing);
} catch (const MergeError& error) {
    throw BadExperiment(text_of(error));
} catch (const FileError& error) {
    throw BadExperiment(text_of(error));
}

void join(GridParts& parts, const Arguments& arguments, const Context& context)
{
    GridWriter writer(parts.grid(), arguments);
    const std::size_t cells = cell_count(parts.grid());
    for (std::size_t cell = 0; cell < cells; ++cell) {
        context.check();
        context.progress(double(cell) / double(cells), tr("joining"));
        if (parts.holds(cell))
            writer.add(parts.cell(cell));
    }
    writer.commit();
}

void run_merge(const Arguments& arguments)
{
    if (arguments.words.empty())
        throw UsageError(tr("%1 is missing: stepzero %2 %3", "PART", "merge", "PART…"));
    const auto output = arguments.value("--output"), csv = arguments.value("--csv");
    if (csv && *csv == output.value_or("-"))
        throw UsageError(tr("result and table cannot go to the same place"));
    const Interrupt interrupt;
    for (const std::string& part : arguments.words)
        mark_as_input(part);
    for (const auto& path : {output, csv})
        if (path)
            check_output(*path);
    ProgressLine line;
    GridParts parts;
    read_parts(parts, arguments, {interrupt.token(), line.part(0, 0.5)});
    join(parts, arguments, {interrupt.token(), line.part(0.5, 0.5)});
    line.clear();
}

}   // namespace

Command command_merge()
{
    return {"merge", "PART…", 0, std::numeric_limits<std::size_t>::max(),
        tr("join parts of a study that were run separately"),
        {output_option(), {"--csv", "", "FILE", tr("a CSV table with one row per cell")},
            {"--partial", "", "", tr("join the parts even if cells are missing")}},
        tr("PART is a result of `stepzero run STUDY --cells K/N`. The order of the parts does not matter: the result "
           "is\nbyte-identical to that of a single run.\n\nExample:\n  stepzero merge part-*.json -o study.json --csv "
           "table.csv\n"),
        run_merge};
}

}   // namespace stepzero
