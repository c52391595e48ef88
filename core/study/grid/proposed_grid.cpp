// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/proposed_grid.h"

#include "core/base/json/read_json.h"
#include "core/files/experiment_json.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/axis_values.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

Grid grid_of(const Experiment& base, std::vector<GridAxis> axes)
{
    Experiment nameless = base;
    nameless.title.clear();
    const Json file = read_json(format_experiment(nameless)).root;
    Grid grid {base.title, json_object(), std::move(axes)};
    for (std::size_t i = 0; i < file.keys.size(); ++i)
        if (!is_header_key(file.keys[i]) && file.keys[i] != "title")
            grid.base.add(file.keys[i], file.items[i]);
    return grid;
}

Grid proposed_grid(const Experiment& given)
{
    Experiment base = given;
    if (!validate(base).empty()) {   // a slider may make it invalid temporarily
        const NetworkKind& kind = kind_of(given.network);
        base = {};
        base.network = kind.network;
        base.input = kind.input;
    }
    const std::vector<Variable> all = variables(base);
    std::vector<GridAxis> axes;
    const auto add = [&](const std::string& path) {
        for (const Variable& variable : all)
            if (variable.path == path)
                return axes.push_back({path, variable.suggestion, file_labels_of(variable.suggestion, variable)});
    };
    if (!kind_of(base.network).layered) {
        add("network." + kind_of(base.network).length);
    } else {
        add("network.weight");
        add("network.activation");
    }
    Grid grid = grid_of(base, std::move(axes));
    auto good = checked(grid);
    return std::holds_alternative<Grid>(good) ? std::get<Grid>(std::move(good)) : grid;
}

std::variant<Grid, std::vector<Problem>> checked(const Grid& grid) { return parse_grid(format_grid(grid)); }

}   // namespace stepzero
