// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/words/words.h"

namespace stepzero {

void must_be(Problems& problems, const std::string& path, const std::string& what, const Json& found)
{
    problems.push_back({path, "must be " + what + ", got " + found.shown()});
}

void cut_short(Problems& problems)
{
    constexpr std::size_t most = 100;
    if (problems.size() <= most)
        return;
    const std::size_t more = problems.size() - most;
    problems.resize(most);
    problems.push_back({"", "has " + std::to_string(more) + " more problems"});
}

bool read_number(const Json& json, double& number)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (json.kind == Json::Kind::number)
        number = json.number;
    else if (json.text == "inf" || json.text == "-inf")
        number = json.text == "inf" ? infinity : -infinity;
    else if (json.text == "nan")
        number = std::numeric_limits<double>::quiet_NaN();
    else
        return false;
    return true;
}

JsonFields::JsonFields(const Json& json, std::string path, Problems& problems)
    : json_(json), path_(std::move(path)), problems_(problems)
{
    if (json.kind != Json::Kind::object)
        must_be(problems, path_, "an object", json);
}

std::string JsonFields::path(std::string_view key) const { return member_path(path_, key); }

void JsonFields::known(const std::vector<std::string>& keys) const
{
    for (const std::string& key : json_.keys)
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            problems_.push_back(
                {path(key), "is not known" + suggestion(key, keys) + " (known: " + list_text(keys) + ")"});
}

bool JsonFields::format(const std::string& name) const
{
    const Json *format = any("format"), *version = any("version");
    if (format && format->text != name) {
        must_be(problems_, path("format"), '"' + name + '"', *format);
        return false;
    }
    if (version && version->kind == Json::Kind::number && version->number > 1) {
        problems_.push_back(
            {path("version"), "must be 1, got " + version->shown() + ": a later version of Stepzero wrote this file"});
        return false;
    }
    if (version && (version->kind != Json::Kind::number || version->number != 1))
        must_be(problems_, path("version"), "1", *version);
    return true;
}

const Json* JsonFields::any(std::string_view key) const
{
    const Json* found = json_.find(key);
    if (!found && json_.kind == Json::Kind::object)
        problems_.push_back({path(key), "is required"});
    return found;
}

const Json* JsonFields::of_kind(std::string_view key, Json::Kind kind, const char* what) const
{
    const Json* found = any(key);
    if (!found || found->kind == kind)
        return found;
    must_be(problems_, path(key), what, *found);
    return nullptr;
}

std::string JsonFields::text(std::string_view key) const
{
    const Json* found = of_kind(key, Json::Kind::text, "a text");
    return found ? found->text : std::string();
}

double JsonFields::number(std::string_view key) const
{
    double number = 0;
    if (const Json* found = any(key); found && !read_number(*found, number))
        must_be(problems_, path(key), "a number", *found);
    return number;
}

int JsonFields::whole(std::string_view key, int low, int high) const
{
    const Json* found = of_kind(key, Json::Kind::number, "a whole number");
    if (!found)
        return low;
    if (const NumberRange range {double(low), double(high)}; !range.holds(found->number))
        problems_.push_back({path(key), range_message(range, found->number)});
    else if (found->number != std::trunc(found->number))
        must_be(problems_, path(key), "a whole number", *found);
    else
        return int(found->number);
    return low;
}

std::vector<double> JsonFields::numbers(std::string_view key) const
{
    std::vector<double> all;
    if (const Json* found = list(key))
        for (std::size_t i = 0; i < found->items.size(); ++i)
            if (!read_number(found->items[i], all.emplace_back()))
                must_be(problems_, item_path(path(key), i), "a number", found->items[i]);
    return all;
}

std::vector<std::string> JsonFields::texts(std::string_view key) const
{
    std::vector<std::string> all;
    if (const Json* found = list(key))
        for (std::size_t i = 0; i < found->items.size(); ++i) {
            if (found->items[i].kind != Json::Kind::text)
                must_be(problems_, item_path(path(key), i), "a text", found->items[i]);
            all.push_back(found->items[i].text);
        }
    return all;
}

}   // namespace stepzero
