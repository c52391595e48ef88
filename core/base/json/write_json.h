// SPDX-License-Identifier: GPL-3.0-or-later
// JSON trees as text. The same bytes in every locale.
#pragma once

#include <string>
#include <string_view>

#include "core/base/json/json.h"

namespace stepzero {

/// On one line: `{"scheme": "normal", "std": 0.02}`. Numbers that are not finite become the words "inf", "-inf", "nan".
std::string json_line(const Json& json);

/// What holds no list or object stands on one line, and so does what fits into 110 columns; everything else has a line
/// an item. With `rows` there is a line an item in any case, but for items `beside` the one before (a first one: beside
/// the bracket, and then the others line up with it); an item without rows of its own stands on one line. `indent`: of
/// the line on which it begins.
std::string json_lines(const Json& json, std::size_t indent = 0);

/// A text in JSON's quotation marks.
std::string json_text(std::string_view text);

}   // namespace stepzero
