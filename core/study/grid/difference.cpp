// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/difference.h"

#include <set>
#include <string_view>
#include <vector>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/axis_values.h"

namespace stepzero {

namespace {

constexpr std::size_t most_told = 2;   // maximum number of differences that are listed

Text size_of(const Network& network)
{
    int widest = 0;
    for (int layer = 1; layer <= depth(network); ++layer)
        widest = std::max(widest, width_of_layer(network, layer));
    return joined(
        {kind_of(network).label, Text::name(std::to_string(depth(network)) + " × " + std::to_string(widest))}, " ");
}

}   // namespace

Text difference(const Experiment& one, const Experiment& other)
{
    if (same_numbers(one, other))
        return {};
    if (one.network.kind != other.network.kind)
        return size_of(one.network);
    const Json mine = json_of(one), others = json_of(other);
    const std::vector<Variable> all = variables(one);
    std::set<std::string_view> seen;
    std::vector<Text> words;
    for (const Variable& variable : all) {
        if (!seen.insert(variable.path).second)
            continue;
        const Json *value = value_at(mine, variable.path), *before = value_at(others, variable.path);
        if (!value || (before && json_line(*value) == json_line(*before)))
            continue;
        const Variable* exact = variable_of({variable.path, {*value}, {}}, all);
        words.push_back(exact ? joined({exact->label, labels_of({*value}, *exact).front()}, " ") : variable.label);
    }
    if (words.empty() || words.size() > most_told)
        return size_of(one.network);
    return joined(words, ", ");
}

}   // namespace stepzero
