// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/words/nan.h"
#include "core/words/words.h"

namespace stepzero {

namespace {
/// A finite number or one of the words for others.
bool read_number(const Json& json, double& number)
{
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
}   // namespace

void must_be(Problems& problems, const std::string& path, const std::string& what, const Json& found)
{
    problems.push_back({path, "must be " + what + ", got " + found.shown()});
}

void cut_short(Problems& problems)
{
    constexpr std::size_t most = 10;
    if (problems.size() <= most)
        return;
    const std::size_t more = problems.size() - most;
    problems.resize(most);
    problems.push_back({"", more == 1 ? "has 1 more problem" : "has " + std::to_string(more) + " more problems"});
}

std::string sentences(const std::string& file, const Problems& problems)
{
    std::string lines;
    for (const Problem& problem : problems)
        lines += (lines.empty() ? "" : "\n") + sentence(file, problem);
    return lines;
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
    bool told = false;   // what is known, which may be fifty names
    for (const std::string& key : json_.keys)
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            problems_.push_back({path(key),
                told ? "is not known either" + suggestion(key, keys)
                     : "is not known" + suggestion(key, keys) + " (known: " + list_text(keys) + ")"});
            told = true;
        }
}

void JsonFields::required(const std::vector<std::string>& keys, const std::string& what) const
{
    if (json_.kind != Json::Kind::object)
        return;   // told already
    for (const std::string& key : keys)
        if (!find(key))
            problems_.push_back({path(key), what.empty() ? "is required" : "is required: must be " + what});
}

bool JsonFields::format(const std::string& name) const
{
    const std::string quoted_name = '"' + name + '"';
    required({"format"}, quoted_name);
    if (const Json* format = find("format"); format && format->text != name) {
        must_be(problems_, path("format"), quoted_name, *format);
        return false;
    }
    required({"version"}, "1");
    const Json* version = find("version");
    if (!version || (version->kind == Json::Kind::number && version->number == 1))
        return true;
    const bool later = version->kind == Json::Kind::number && version->number > 1;
    problems_.push_back({path("version"),
        "must be 1, got " + version->shown() + (later ? ": a later version of Stepzero wrote this file" : "")});
    return !later;
}

const Json* JsonFields::of_kind(std::string_view key, Json::Kind kind, const char* what) const
{
    const Json* found = find(key);
    if (!found || found->kind == kind)
        return found;
    must_be(problems_, path(key), what, *found);
    return nullptr;
}

void JsonFields::read(std::string_view key, double& finite) const
{
    if (const Json* found = of_kind(key, Json::Kind::number, "a number"))
        finite = found->number;
}

void JsonFields::read(std::string_view key, std::string& text) const
{
    if (const Json* found = of_kind(key, Json::Kind::text, "a text"))
        text = found->text;
}

void JsonFields::read(std::string_view key, bool& value) const
{
    if (const Json* found = of_kind(key, Json::Kind::boolean, "true or false"))
        value = found->boolean;
}

void JsonFields::read_any(std::string_view key, double& number) const
{
    if (const Json* found = find(key); found && !read_number(*found, number))
        must_be(problems_, path(key), "a number", *found);
}

bool JsonFields::read_whole(std::string_view key, NumberRange range, double& number) const
{
    const Json* found = of_kind(key, Json::Kind::number, "a whole number");
    if (!found)
        return false;
    number = found->number;
    if (!range.holds(number))
        problems_.push_back({path(key), range_message(range, number)});
    else if (number != std::trunc(number))
        must_be(problems_, path(key), "a whole number", *found);
    else
        return true;
    return false;
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
