// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_values.h"

#include <algorithm>
#include <charconv>

#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t widest_line = 110;
constexpr std::size_t longest_index = 5;   // digits; no list of an experiment is longer than 10000

bool holds_others(const Json& json) { return json.kind == Json::Kind::list || json.kind == Json::Kind::object; }

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes the first step off a path: "weight" or "[0]". Empty where the path is ill-formed.
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

}   // namespace

Json json_of(std::string_view text) { return {.kind = Json::Kind::text, .text = std::string(text)}; }
Json json_of(const char* text) { return json_of(std::string_view(text)); }
Json json_of(double number) { return {.kind = Json::Kind::number, .number = number}; }
Json json_of(bool boolean) { return {.kind = Json::Kind::boolean, .boolean = boolean}; }
Json json_list(std::vector<Json> items) { return {.kind = Json::Kind::list, .items = std::move(items)}; }
Json json_object() { return {.kind = Json::Kind::object}; }

Json& member(Json& object, std::string_view key)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    if (found != object.keys.end())
        return object.items[std::size_t(found - object.keys.begin())];
    object.keys.emplace_back(key);
    return object.items.emplace_back();
}

std::string json_line(const Json& json)
{
    if (!holds_others(json))
        return json.kind == Json::Kind::text  ? json_text(json.text)
            : json.kind == Json::Kind::number ? json_number(json.number)
                                              : json.shown();
    const bool object = json.kind == Json::Kind::object;
    std::string text(1, object ? '{' : '[');
    for (std::size_t i = 0; i < json.items.size(); ++i) {
        text += i == 0 ? "" : ", ";
        if (object)
            text += json_text(json.keys[i]) + ": ";
        text += json_line(json.items[i]);
    }
    return text + (object ? '}' : ']');
}

std::string json_lines(const Json& json, std::size_t indent)
{
    const bool flat = std::none_of(json.items.begin(), json.items.end(), holds_others);
    if (std::string line = json_line(json); flat || indent + line.size() <= widest_line)
        return line;
    const bool object = json.kind == Json::Kind::object;
    const std::string end = "\n" + std::string(indent, ' ');
    std::string text(1, object ? '{' : '[');
    for (std::size_t i = 0; i < json.items.size(); ++i) {
        text += (i == 0 ? "" : ",") + end + "  ";
        if (object)
            text += json_text(json.keys[i]) + ": ";
        text += json_lines(json.items[i], indent + 2);
    }
    return text + end + (object ? '}' : ']');
}

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

std::string put_value(Json& root, std::string_view path, const Json& value)
{
    Json* place = &root;
    std::string_view rest = path;
    for (bool first = true; !rest.empty(); first = false) {
        const std::string above(path.substr(0, path.size() - rest.size()));
        const std::string_view step = take_step(rest, first);
        if (step[0] == '[') {
            std::size_t index = 0;
            std::from_chars(step.data() + 1, step.data() + step.size() - 1, index);
            if (place->kind != Json::Kind::list)
                return "there is no list at " + above;
            if (index >= place->items.size())
                return above + " has no entry " + std::string(step) + ", its list has "
                    + std::to_string(place->items.size());
            place = &place->items[index];
            continue;
        }
        if (place->kind == Json::Kind::null)   // just made
            place->kind = Json::Kind::object;
        if (place->kind != Json::Kind::object)
            return above + " is " + place->shown() + ", it must be an object to have a member " + std::string(step);
        place = &member(*place, step);
    }
    *place = value;
    return {};
}

}   // namespace stepzero
