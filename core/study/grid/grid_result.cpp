// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/grid_result.h"

#include <algorithm>
#include <cmath>

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/exchange/result.h"
#include "core/study/grid/cell_json.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

/// Quotes a text as RFC 4180 requires.
std::string csv_text(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

bool is_trained(const Grid& grid)
{
    return grid.base.find("train")
        || std::ranges::any_of(grid.axes, [](const GridAxis& axis) { return axis.path.starts_with("train"); });
}

}   // namespace

// Only the foot of a result can state whether all cells are present.
std::string grid_result_head(const Grid& grid)
{
    return std::string("{\n  \"format\": \"") + grid_result_format
        + "\",\n  \"version\": 1,\n  \"study\": " + json_lines(json_of(grid), 2) + ",\n  \"cells\": [";
}

std::string grid_result_cell(const CellResult& cell, bool first)
{
    return (first ? "\n    " : ",\n    ") + json_lines(json_of(cell), 4);
}

std::string grid_result_foot(const Grid& grid, std::size_t cells)
{
    return std::string(cells == 0 ? "]" : "\n  ]")
        + ",\n  \"complete\": " + (cells == cell_count(grid) ? "true" : "false") + "\n}\n";
}

std::string format_grid_result(const GridResult& result)
{
    std::string text = grid_result_head(result.grid);
    for (const CellResult& cell : result.cells)
        text += grid_result_cell(cell, &cell == &result.cells.front());
    return text + grid_result_foot(result.grid, result.cells.size());
}

std::string grid_csv_head(const Grid& grid)
{
    std::string line = "cell";
    for (const GridAxis& axis : grid.axes)
        line += "," + axis.path;
    return line + ",stability,last_std,min_layer_std,max_layer_std,gradient_ratio,log10_gradient_ratio"
        + (is_trained(grid) ? ",log10_first_loss,log10_last_loss,right\r\n" : "\r\n");
}

std::string grid_csv_row(const CellResult& cell)
{
    std::string line = std::to_string(cell.index);
    for (const std::string& label : cell.labels)
        line += "," + csv_text(label);
    line += "," + std::string(stability(last_std(cell)));
    for (const double number : {last_std(cell), least_layer_std(cell), most_layer_std(cell)})
        line += "," + number_text(number);
    const auto ratio = log10_gradient_ratio(cell);
    line += "," + (ratio ? number_text(std::pow(10.0, *ratio)) : "") + "," + (ratio ? number_text(*ratio) : "");
    if (const auto& training = cell.training)
        line += "," + number_text(training->log10_first_loss) + ","
            + (training->diverged ? "" : number_text(training->log10_last_loss)) + ","
            + (training->right ? number_text(*training->right) : "");
    return line + "\r\n";
}

std::string format_grid_csv(const GridResult& result)
{
    std::string text = grid_csv_head(result.grid);
    for (const CellResult& cell : result.cells)
        text += grid_csv_row(cell);
    return text;
}

}   // namespace stepzero
