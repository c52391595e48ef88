// SPDX-License-Identifier: GPL-3.0-or-later
// The building blocks of messages about problems: numbers, quotes, lists and paths. Nothing here depends on the locale.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/ranges.h"
#include "core/base/words/text.h"

namespace stepzero {

/// Returns the shortest decimal text that reads back as the same double: "1000", "0.02", "1e+30", "inf", "-inf", "nan".
std::string number_text(double number);

/// Returns the text in quotation marks, on one line, truncated when long.
std::string quote(std::string_view text);

/// "a, b, c"
std::string list_text(const std::vector<std::string>& words);

/// "must be 1 to 10000, got -3"
Text range_message(NumberRange range, double found);

/// `must be one of a, b, c, got "d"`, with a suggestion
Text choice_message(const std::vector<std::string>& choices, const std::string& found);

/// Returns the path of a member: "network.depth", `network["odd key"]`, "depth" for an empty path.
std::string member_path(const std::string& path, std::string_view key);
std::string item_path(const std::string& path, std::size_t index);

/// Returns the position of the first byte that is not part of well-formed UTF-8, or npos when there is none.
std::size_t first_bad_utf8(std::string_view text);

}   // namespace stepzero
