// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as a tree, for files that are read (read_json.h) and written (write_json.h). To write JSON, build the tree by
// small functions and format it once:
//
//   Json layer = json_object({{"layer", json_of(3)}, {"activation", json_of("relu")}, {"chi", json_of(chi)}});
//   if (spectrum)                                          // chi: a double, a std::optional<double>, a vector of them
//   …
//       layer.add("singular_values", json_of(*spectrum));
//   Json list = json_list();
//   list.add(std::move(layer));
//   return json_lines(json_object({{"version", json_of(1)}, {"layers", std::move(list)}})) + "\n";
//
// A type of another folder gets a `Json json_of(const Type&)` in its header; lists and optionals of it then work
// automatically. (Unnamed namespaces do not work, because templates do not search them.)
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct Json {
    enum class Kind { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    bool boolean = false;
    bool rows = false;   ///< lists and objects only: layout, see json_lines()
    bool beside = false;   ///< items of a list or object with `rows` only
    double number = 0;   ///< may be infinite or NaN, which is written as a word
    std::string text {};
    std::vector<std::string> keys {};   ///< keys of an object, in file order, without duplicates
    std::vector<Json> items {};   ///< items of a list, or values of an object

    bool holds_others() const { return kind == Kind::list || kind == Kind::object; }
    const Json* find(std::string_view key) const;   ///< nullptr when there is none
    /// Returns a description for messages: `-3`, `"relu"`, `true`, `null`, `a list`, `an object`.
    Text shown() const;

    void reserve(std::size_t size);
    /// Appends to a list, or to an object without this key. Returns the new value.
    Json& add(Json item);
    Json& add(std::string_view key, Json value);
};

Json json_of(std::string_view text);
Json json_of(const char* text);   // avoids a conversion of the pointer to bool
/// English in all languages.
template <std::same_as<Text> Value>   // excludes types that convert to Text
Json json_of(const Value& text)
{
    return json_of(std::string_view(text.english()));
}
template <class Number>
requires std::is_arithmetic_v<Number> Json json_of(Number number)
{
    if constexpr (std::is_same_v<Number, bool>)
        return {.kind = Json::Kind::boolean, .boolean = number};
    else
        return {.kind = Json::Kind::number, .number = double(number)};
}
template <class Item>
Json json_of(const std::vector<Item>& items);
template <class Value>
Json json_of(const std::optional<Value>& value)   // nullopt becomes null
{
    return value ? json_of(*value) : Json();
}
template <class Item>
Json json_of(const std::vector<Item>& items)
{
    Json list {.kind = Json::Kind::list};
    for (const Item& item : items)
        list.add(json_of(item));
    return list;
}

struct JsonMember {
    std::string_view key;
    mutable Json value;   // mutable, because an initializer list has constant elements, and moving avoids copies
};
Json json_object(std::initializer_list<JsonMember> members = {});
Json json_list(std::vector<Json> items = {});
/// Returns the same list or object with one line per item, however short.
Json in_rows(Json json);

/// Returns a member of an object; a missing one is added as null.
Json& member(Json& object, std::string_view key);

}   // namespace stepzero
