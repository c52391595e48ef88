// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/words/nan.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {
/// Reads a finite number or one of the words for others.
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

Text text_of(Json::Kind kind)
{
    switch (kind) {
    case Json::Kind::number:
        return tr("a number");
    case Json::Kind::text:
        return tr("a string");
    case Json::Kind::boolean:
        return tr("true or false");
    case Json::Kind::list:
        return tr("a list");
    case Json::Kind::object:
        return tr("an object");
    case Json::Kind::null:
        break;
    }
    return tr("null");
}
}   // namespace

void must_be(Problems& problems, const std::string& path, Text what, const Json& found)
{
    problems.push_back({path, tr("must be %1, got %2", std::move(what), found.shown())});
}

void cut_short(Problems& problems)
{
    constexpr std::size_t most = 10;
    if (problems.size() <= most)
        return;
    const std::size_t more = problems.size() - most;
    problems.resize(most);
    problems.push_back({"", tr("has %1 more {problem|problems}", more)});
}

Text sentences(const std::string& file, const Problems& problems)
{
    std::vector<Text> lines;
    for (const Problem& problem : problems)
        lines.push_back(sentence(file, problem));
    return joined(lines, "\n");
}

JsonFields::JsonFields(const Json& json, std::string path, Problems& problems)
    : json_(json), path_(std::move(path)), problems_(problems)
{
    if (json.kind != Json::Kind::object)
        must_be(problems, path_, tr("an object"), json);
}

std::string JsonFields::path(std::string_view key) const { return member_path(path_, key); }

void JsonFields::known(const std::vector<std::string>& keys) const
{
    bool told = false;   // list the known names, up to fifty, only once
    for (const std::string& key : json_.keys)
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            problems_.push_back({path(key),
                told ? with_suggestion(tr("is not known either"), key, keys)
                     : with_known(tr("is not known"), key, keys)});
            told = true;
        }
}

void JsonFields::required(const std::vector<std::string>& keys, const Text& what) const
{
    if (json_.kind != Json::Kind::object)
        return;   // already reported
    for (const std::string& key : keys)
        if (!find(key))
            problems_.push_back({path(key), what.empty() ? tr("is required") : tr("is required: must be %1", what)});
}

bool JsonFields::format(const std::string& name) const
{
    const std::string quoted_name = '"' + name + '"';
    required({"format"}, Text::name(quoted_name));
    if (const Json* format = find("format"); format && format->text != name) {
        must_be(problems_, path("format"), Text::name(quoted_name), *format);
        return false;
    }
    required({"version"}, Text::name("1"));
    const Json* version = find("version");
    if (!version || (version->kind == Json::Kind::number && version->number == 1))
        return true;
    const bool later = version->kind == Json::Kind::number && version->number > 1;
    problems_.push_back({path("version"),
        later ? tr("must be 1, got %1: a later version of Stepzero wrote this file", version->shown())
              : tr("must be 1, got %1", version->shown())});
    return !later;
}

const Json* JsonFields::of_kind(std::string_view key, Json::Kind kind) const
{
    const Json* found = find(key);
    if (!found || found->kind == kind)
        return found;
    must_be(problems_, path(key), text_of(kind), *found);
    return nullptr;
}

void JsonFields::read(std::string_view key, double& finite) const
{
    if (const Json* found = of_kind(key, Json::Kind::number))
        finite = found->number;
}

void JsonFields::read(std::string_view key, std::string& text) const
{
    if (const Json* found = of_kind(key, Json::Kind::text))
        text = found->text;
}

void JsonFields::read(std::string_view key, Text& whole) const
{
    if (const Json* found = of_kind(key, Json::Kind::text))
        whole = Text::whole(found->text);
}

void JsonFields::read(std::string_view key, bool& value) const
{
    if (const Json* found = of_kind(key, Json::Kind::boolean))
        value = found->boolean;
}

void JsonFields::read_any(std::string_view key, double& number) const
{
    if (const Json* found = find(key); found && !read_number(*found, number))
        must_be(problems_, path(key), tr("a number"), *found);
}

bool JsonFields::read_whole(std::string_view key, NumberRange range, double& number) const
{
    const Json* found = find(key);
    if (!found)
        return false;
    if (found->kind != Json::Kind::number) {
        must_be(problems_, path(key), tr("a whole number"), *found);
        return false;
    }
    number = found->number;
    if (!range.holds(number))
        problems_.push_back({path(key), range_message(range, number)});
    else if (number != std::trunc(number))
        must_be(problems_, path(key), tr("a whole number"), *found);
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
                must_be(problems_, item_path(path(key), i), tr("a number"), found->items[i]);
    return all;
}

std::vector<std::string> JsonFields::texts(std::string_view key) const
{
    std::vector<std::string> all;
    if (const Json* found = list(key))
        for (std::size_t i = 0; i < found->items.size(); ++i) {
            if (found->items[i].kind != Json::Kind::text)
                must_be(problems_, item_path(path(key), i), tr("a string"), found->items[i]);
            all.push_back(found->items[i].text);
        }
    return all;
}

}   // namespace stepzero
