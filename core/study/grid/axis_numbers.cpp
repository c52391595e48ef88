// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/axis_numbers.h"

#include <algorithm>

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

bool are_all(const std::vector<Json>& values, Json::Kind kind)
{
    return std::all_of(values.begin(), values.end(), [kind](const Json& value) { return value.kind == kind; });
}

/// Returns a member of each object; empty when one of them lacks it.
std::vector<Json> members(const std::vector<Json>& objects, const std::string& key)
{
    std::vector<Json> found;
    for (const Json& object : objects) {
        const Json* item = object.find(key);
        if (!item)
            return {};
        found.push_back(*item);
    }
    return found;
}

bool are_alike(const std::vector<Json>& values)
{
    const std::string first = json_line(values.front());
    return std::all_of(values.begin(), values.end(), [&](const Json& value) { return json_line(value) == first; });
}

std::vector<double> numbers_of(const std::vector<Json>& values)
{
    std::vector<double> numbers;
    for (const Json& value : values)
        numbers.push_back(value.number);
    return numbers;
}

}   // namespace

std::optional<AxisNumbers> axis_numbers(const GridAxis& axis)
{
    if (are_all(axis.values, Json::Kind::number))
        return AxisNumbers {axis.path, numbers_of(axis.values)};
    if (!are_all(axis.values, Json::Kind::object))
        return std::nullopt;
    std::optional<AxisNumbers> numbers;
    const std::vector<std::string>& keys = axis.values.front().keys;
    for (const Json& object : axis.values)
        if (object.keys.size() != keys.size())
            return std::nullopt;
    for (const std::string& key : keys) {
        const std::vector<Json> found = members(axis.values, key);
        if (found.empty())
            return std::nullopt;
        if (are_alike(found))
            continue;
        if (numbers || !are_all(found, Json::Kind::number))
            return std::nullopt;
        numbers = AxisNumbers {member_path(axis.path, key), numbers_of(found)};
    }
    return numbers;
}

std::size_t sweep_axis(const Grid& grid)
{
    std::size_t longest = 0;
    bool numeric = false;
    for (std::size_t a = 0; a < grid.axes.size(); ++a) {
        const bool has_numbers = axis_numbers(grid.axes[a]).has_value();
        if (has_numbers < numeric)
            continue;
        if (has_numbers > numeric || grid.axes[a].values.size() > grid.axes[longest].values.size()) {
            longest = a;
            numeric = has_numbers;
        }
    }
    return longest;
}

}   // namespace stepzero
