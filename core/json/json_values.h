// SPDX-License-Identifier: GPL-3.0-or-later
// JSON trees as values: compared, written, and changed at a path. Internal to core/grid.
#pragma once

#include <string>
#include <string_view>

#include "core/json/json_tree.h"

namespace stepzero {

Json json_of(std::string_view text);
Json json_of(const char* text);   // not the boolean that a pointer could become
Json json_of(double number);
Json json_of(bool boolean);
Json json_list(std::vector<Json> items = {});
Json json_object();

/// The member of an object, which it gets as null where it has none.
Json& member(Json& object, std::string_view key);

/// On one line: `{"scheme": "normal", "std": 0.02}`. Numbers that are not finite become words.
std::string json_line(const Json& json);

/// What holds no list or object stands on one line, and so does what fits into 110 columns; everything else has a line
/// an item. The first line is not moved in, the others are by `indent` spaces.
std::string json_lines(const Json& json, std::size_t indent = 0);

/// Whether a path is well-formed: "network.roles.mlp_out", "network.overrides[0].weight".
bool is_path(std::string_view path);

/// Whether `inner` is `outer` or lies inside of it.
bool lies_in(std::string_view inner, std::string_view outer);

/// Puts a value at a path; objects on the way are made where they are missing. What is wrong, as a sentence, else
/// nothing. Precondition: is_path(path).
std::string put_value(Json& root, std::string_view path, const Json& value);

}   // namespace stepzero
