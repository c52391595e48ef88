// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/grid_result.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/exchange/result.h"
#include "core/formats/csv_table.h"
#include "core/grid/grid_json.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// Quoted where RFC 4180 wants it.
std::string csv_text(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string missing_text(const Grid& grid, const std::map<std::size_t, std::string>& held)
{
    constexpr std::size_t most_named = 5;
    std::vector<std::string> named;
    std::size_t missing = 0;
    for (std::size_t cell = 0; cell < cell_count(grid); ++cell)
        if (!held.contains(cell) && ++missing <= most_named)
            named.push_back(std::to_string(cell));
    return std::to_string(missing) + " of " + std::to_string(cell_count(grid)) + " cells "
        + (missing == 1 ? "is" : "are") + " missing: " + list_text(named) + (missing > most_named ? ", …" : "");
}

}   // namespace

std::string format_grid_csv(const GridResult& result)
{
    std::vector<std::vector<CsvCell>> rows;
    for (const CellResult& cell : result.cells) {
        std::vector<CsvCell> row {{"cell", std::to_string(cell.index)}};
        for (std::size_t a = 0; a < cell.labels.size(); ++a)
            row.push_back({result.grid.axes[a].path, csv_text(cell.labels[a])});
        const auto ratio = log10_gradient_ratio(cell);
        row.insert(row.end(),
            {{"stability", std::string(stability(last_std(cell)))}, {"last_std", number_text(last_std(cell))},
                {"min_layer_std", number_text(least_layer_std(cell))},
                {"max_layer_std", number_text(most_layer_std(cell))},
                {"gradient_ratio", ratio ? number_text(std::pow(10.0, *ratio)) : ""},
                {"log10_gradient_ratio", ratio ? number_text(*ratio) : ""}});
        rows.push_back(std::move(row));
    }
    return csv_table(rows);
}

GridResult merged(std::vector<GridPart> parts, bool partial)
{
    const Grid& grid = parts.front().result.grid;
    const std::string study = format_grid(grid);
    std::map<std::size_t, std::string> held;   // by which part
    for (const GridPart& part : parts) {
        if (format_grid(part.result.grid) != study)
            throw MergeError(part.name + " is of another study than " + parts.front().name);
        for (const CellResult& cell : part.result.cells)
            if (const auto [other, added] = held.emplace(cell.index, part.name); !added)
                throw MergeError(part.name + ": " + cell_name(grid, cell.index) + " is in " + other->second + " too");
    }
    if (!partial && held.size() < cell_count(grid))
        throw MergeError(missing_text(grid, held));
    GridResult all {grid, {}};
    for (GridPart& part : parts)
        std::move(part.result.cells.begin(), part.result.cells.end(), std::back_inserter(all.cells));
    std::sort(
        all.cells.begin(), all.cells.end(), [](const CellResult& a, const CellResult& b) { return a.index < b.index; });
    return all;
}

}   // namespace stepzero
