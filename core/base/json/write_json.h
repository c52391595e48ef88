// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON trees as text. Output is byte-identical in every locale.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json/json.h"

namespace stepzero {

/// Writes a single line: `{"scheme": "normal", "std": 0.02}`. Numbers that are not finite become "inf", "-inf", "nan".
std::string json_line(const Json& json);

/// Writes lists and objects on several lines, one per item, unless they contain no others or fit into 110 columns. With
/// `rows`, there is always one line per item, except that an item with `beside` continues the previous line. If the
/// first item has `beside`, it follows the bracket, and the others are aligned with it. An item without `rows` is on
/// one line. `indent`: of the line where the text begins.
std::string json_lines(const Json& json, std::size_t indent = 0);

/// Returns a text as a quoted JSON string.
std::string json_text(std::string_view text);

}   // namespace stepzero
