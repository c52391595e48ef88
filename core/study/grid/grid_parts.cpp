// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/grid_parts.h"

#include <utility>

#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/study/grid/cell_json.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid/grid_result.h"

namespace stepzero {

namespace {

Problems first_of(Problems problems)
{
    cut_short(problems);
    return problems;
}

}   // namespace

/// Reads the study of a part; all must equal the first one.
void GridParts::read_study(const Json& study, const Part& part, Problems& problems)
{
    if (grid_ && json_line(study) == study_)
        return;
    Grid grid = read_grid(study, "study", most_cells, problems);
    if (!problems.empty())
        return;
    const std::string text = json_line(json_of(grid));
    if (grid_ && text != study_)
        throw MergeError(tr("%1 belongs to a different study from %2", part.name, parts_.front()->name));
    if (grid_)
        return;
    places_.resize(cell_count(grid));
    grid_ = std::move(grid);
    study_ = text;
}

std::vector<Problem> GridParts::add(std::string name, std::unique_ptr<std::streambuf> text, const Context& context)
{
    Part& part = *parts_.emplace_back(std::make_unique<Part>(Part {std::move(name), std::move(text)}));
    Problems problems;
    bool studied = false;
    std::size_t entries = 0;
    std::optional<std::size_t> last;
    const auto take = [&](const Json& root, const JsonEntry& entry) {
        context.check();
        const std::string path = item_path("cells", entries++);
        const Json* study = root.find("study");
        if (Problems early;
            !studied && study && JsonFields(root, "", early).format(grid_result_format) && early.empty()) {
            studied = true;
            read_study(*study, part, problems);
        }
        if (!studied || !problems.empty())
            return;
        const std::size_t cell = read_cell(entry.json, path, *grid_, problems).index;
        if (problems.empty() && last && cell <= *last)
            problems.push_back(
                {path, tr("must come after all cells with lower numbers, and each cell may appear only once")});
        if (!problems.empty())
            return;
        last = cell;
        Place& place = places_[cell];
        if (place.part)
            throw MergeError(tr("%1: %2 is also in %3", part.name, cell_name(*grid_, cell), place.part->name));
        place = {&part, entry.begin, entry.end};
    };
    const JsonReading reading = read_json(*part.text, "cells", take);
    if (!reading.complete || !reading.problems.empty())
        return first_of(reading.problems);
    Problems of_file;
    const JsonFields fields(reading.root, "", of_file);
    if (!fields.format(grid_result_format))
        return of_file;
    fields.known({"format", "version", "complete", "study", "cells"});
    fields.required({"study", "cells"});
    const Json* study = fields.object("study");
    const Json* cells = fields.list("cells");
    if (study && cells && !std::exchange(studied, true)) {
        read_study(*study, part, problems);
        if (problems.empty() && std::exchange(entries, 0) > 0) {   // the study follows its cells
            part.text->pubseekpos(0, std::ios::in);
            read_json(*part.text, "cells", take);
        }
    }
    of_file.insert(of_file.end(), problems.begin(), problems.end());
    return first_of(of_file);
}

Text GridParts::missing() const
{
    constexpr std::size_t most_named = 5;
    std::vector<std::string> named;
    std::size_t missing = 0;
    for (std::size_t cell = 0; cell < places_.size(); ++cell)
        if (!holds(cell) && ++missing <= most_named)
            named.push_back(std::to_string(cell));
    if (missing == 0)
        return {};
    const std::string which = list_text(named) + (missing > most_named ? ", …" : "");
    return missing == 1 ? tr("1 of %1 cells is missing: %2", places_.size(), which)
                        : tr("%1 of %2 cells are missing: %3", missing, places_.size(), which);
}

CellResult GridParts::cell(std::size_t cell)
{
    const Place& place = places_.at(cell);
    std::streambuf& from = *place.part->text;
    std::string text(place.end - place.begin, ' ');
    from.pubseekpos(std::streamoff(place.begin), std::ios::in);
    from.sgetn(text.data(), std::streamsize(text.size()));
    JsonReading reading = read_json(text);
    if (reading.problems.empty())
        if (CellResult read = read_cell(reading.root, "", *grid_, reading.problems);
            reading.problems.empty() && read.index == cell)
            return read;
    throw MergeError(tr("%1 has changed since it was checked", place.part->name));
}

}   // namespace stepzero
