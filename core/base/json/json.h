// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as a tree: what files are read into (read_json.h), and what is written (write_json.h). To write, build the tree
// by small functions and lay it out once:
//
//   Json layer = json_object({{"layer", json_of(3)}, {"activation", json_of("relu")}, {"chi", json_of(chi)}});
//   if (spectrum)                                          // chi: a double, a std::optional<double>, a vector of them
//   …
//       layer.add("singular_values", json_of(*spectrum));
//   Json list = json_list();
//   list.add(std::move(layer));
//   return json_lines(json_object({{"version", json_of(1)}, {"layers", std::move(list)}})) + "\n";
//
// A type of another room gets a `Json json_of(const Type&)` in its header; lists and optionals of it then come by
// themselves (not where it stands in an unnamed namespace, which templates do not look into).
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
    bool rows = false;   ///< of a list or object: laid out as json_lines says
    bool beside = false;   ///< of what stands in one with rows
    double number = 0;   ///< finite or not: those that are not are written as words
    std::string text {};
    std::vector<std::string> keys {};   ///< of an object, in file order, without duplicates
    std::vector<Json> items {};   ///< of a list, or the values of an object

    bool holds_others() const { return kind == Kind::list || kind == Kind::object; }
    const Json* find(std::string_view key) const;   ///< nullptr when there is none
    /// In a message: `-3`, `"relu"`, `true`, `null`, `a list`, `an object`.
    Text shown() const;

    void reserve(std::size_t size);
    /// One more at the end, of a list or of an object that has no such key yet. What was added.
    Json& add(Json item);
    Json& add(std::string_view key, Json value);
};

Json json_of(std::string_view text);
Json json_of(const char* text);   // not the boolean that a pointer could become
/// In English, in every language.
template <std::same_as<Text> Value>   // nothing that converts to one
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
Json json_of(const std::optional<Value>& value)   // nothing is null
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
    mutable Json value;   // an initializer list gives its elements as constants, and a tree should not be copied
};
Json json_object(std::initializer_list<JsonMember> members = {});
Json json_list(std::vector<Json> items = {});
/// The same list or object with a line an item, however short.
Json in_rows(Json json);

/// The member of an object, which it gets as null where it has none.
Json& member(Json& object, std::string_view key);

}   // namespace stepzero
