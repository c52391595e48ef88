// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/grid.h"

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression_names.h"
#include "core/network/input/input.h"
#include "core/study/grid/cell_source.h"

namespace stepzero {

Json set_value(const GridAxis& axis, std::size_t value)
{
    const Json& given = axis.values.at(value);
    return axis.expression.empty()
        ? given
        : json_of(with_names(axis.expression, [&](std::string_view name, std::size_t) {
              return name == expression_constant ? in_brackets(given.number) : std::string(name);
          }));
}

std::size_t cell_count(const Grid& grid)
{
    std::size_t count = 1;
    for (const GridAxis& axis : grid.axes)
        count *= axis.values.size();
    return count;
}

std::vector<std::size_t> cell_position(const Grid& grid, std::size_t cell)
{
    std::vector<std::size_t> position(grid.axes.size());
    for (std::size_t a = grid.axes.size(); a-- > 0;) {
        position[a] = cell % grid.axes[a].values.size();
        cell /= grid.axes[a].values.size();
    }
    return position;
}

std::vector<std::string> cell_labels(const Grid& grid, std::size_t cell)
{
    std::vector<std::string> labels;
    const std::vector<std::size_t> position = cell_position(grid, cell);
    for (std::size_t a = 0; a < position.size(); ++a)
        labels.push_back(grid.axes[a].labels.at(position[a]));
    return labels;
}

Text cell_name(const Grid& grid, std::size_t cell)
{
    return tr("cell %1 (%2)", cell, list_text(cell_labels(grid, cell)));
}

Experiment cell_experiment(const Grid& grid, std::size_t cell)
{
    auto made = cell_at(grid, cell_position(grid, cell));
    if (const auto* problems = std::get_if<Problems>(&made))
        throw BadInput(joined({cell_name(grid, cell), with_path(problems->front())}, ": "));
    if (const auto* misfit = std::get_if<Misfit>(&made))
        throw BadInput(joined({cell_name(grid, cell), misfit->message}, ": "));
    auto& experiment = std::get<Experiment>(made);
    if (experiment.title.empty())
        experiment.title = list_text(cell_labels(grid, cell));
    return std::move(experiment);
}

}   // namespace stepzero
