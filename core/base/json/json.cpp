// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/json.h"

#include <algorithm>

#include "core/base/words/words.h"

namespace stepzero {

const Json* Json::find(std::string_view key) const
{
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[std::size_t(found - keys.begin())];
}

Text Json::shown() const
{
    switch (kind) {
    case Kind::null:
        return Text::name("null");
    case Kind::boolean:
        return Text::name(boolean ? "true" : "false");
    case Kind::number:
        return Text::name(number_text(number));
    case Kind::text:
        return Text::name(quote(text));
    case Kind::list:
        return tr("a list");
    case Kind::object:
        return tr("an object");
    }
    return {};
}

void Json::reserve(std::size_t size)
{
    items.reserve(size);
    if (kind == Kind::object)
        keys.reserve(size);
}

Json& Json::add(Json item) { return items.emplace_back(std::move(item)); }

Json& Json::add(std::string_view key, Json value)
{
    keys.emplace_back(key);
    return items.emplace_back(std::move(value));
}

Json json_of(std::string_view text) { return {.kind = Json::Kind::text, .text = std::string(text)}; }
Json json_of(const char* text) { return json_of(std::string_view(text)); }

Json json_object(std::initializer_list<JsonMember> members)
{
    Json object {.kind = Json::Kind::object};
    object.reserve(members.size());
    for (const JsonMember& m : members)
        object.add(m.key, std::move(m.value));
    return object;
}

Json json_list(std::vector<Json> items) { return {.kind = Json::Kind::list, .items = std::move(items)}; }

Json in_rows(Json json)
{
    json.rows = true;
    return json;
}

Json& member(Json& object, std::string_view key)
{
    const auto found = std::find(object.keys.begin(), object.keys.end(), key);
    return found == object.keys.end() ? object.add(key, {}) : object.items[std::size_t(found - object.keys.begin())];
}

}   // namespace stepzero
