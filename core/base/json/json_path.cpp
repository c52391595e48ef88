// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/json_path.h"

#include <algorithm>
#include <charconv>

namespace stepzero {

namespace {

constexpr std::size_t longest_index = 5;   // digits; lists of an experiment have at most 10000 items

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes and returns the first step of a path: "weight" or "[0]". Empty when the path is ill-formed.
std::string_view take_step(std::string_view& path, bool first)
{
    std::size_t size = 0;
    if (!path.empty() && path[0] == '[' && !first) {
        size = std::size_t(std::find_if_not(path.begin() + 1, path.end(), is_digit) - path.begin());
        if (size == 1 || size > longest_index + 1 || size == path.size() || path[size] != ']')
            return {};
        ++size;
    } else {
        if (!first) {
            if (path.empty() || path[0] != '.')
                return {};
            path.remove_prefix(1);
        }
        size = std::size_t(std::find_if_not(path.begin(), path.end(), is_letter) - path.begin());
    }
    const std::string_view step = path.substr(0, size);
    path.remove_prefix(size);
    return step;
}

/// Returns the index of a step "[3]".
std::size_t index_of(std::string_view step)
{
    std::size_t index = 0;
    std::from_chars(step.data() + 1, step.data() + step.size() - 1, index);
    return index;
}

}   // namespace

bool is_path(std::string_view path)
{
    bool first = true;
    do {
        if (take_step(path, first).empty())
            return false;
        first = false;
    } while (!path.empty());
    return true;
}

bool lies_in(std::string_view inner, std::string_view outer)
{
    return inner.starts_with(outer)
        && (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

const Json* value_at(const Json& root, std::string_view path)
{
    const Json* place = &root;
    for (bool first = true; place && (first || !path.empty()); first = false) {
        const std::string_view step = take_step(path, first);
        if (step.empty())
            return nullptr;
        if (step[0] != '[')
            place = place->kind == Json::Kind::object ? place->find(step) : nullptr;
        else if (const std::size_t index = index_of(step);
                 place->kind == Json::Kind::list && index < place->items.size())
            place = &place->items[index];
        else
            return nullptr;
    }
    return place;
}

Text put_value(Json& root, std::string_view path, const Json& value)
{
    Json* place = &root;
    std::string_view rest = path;
    for (bool first = true; !rest.empty(); first = false) {
        const std::string above(path.substr(0, path.size() - rest.size()));
        const std::string_view step = take_step(rest, first);
        if (step[0] == '[') {
            const std::size_t index = index_of(step);
            if (place->kind != Json::Kind::list)
                return tr("there is no list at %1", above);
            if (index >= place->items.size())
                return tr("%1 has no entry %2: its list has %3", above, step, place->items.size());
            place = &place->items[index];
            continue;
        }
        if (place->kind == Json::Kind::null)   // just created
            place->kind = Json::Kind::object;
        if (place->kind != Json::Kind::object)
            return tr("%1 is %2, but must be an object to have a member %3", above, place->shown(), step);
        place = &member(*place, step);
    }
    *place = value;
    return {};
}

}   // namespace stepzero
