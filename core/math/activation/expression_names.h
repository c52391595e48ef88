// SPDX-License-Identifier: GPL-3.0-or-later
// Finds names in the text of an expression, and replaces them. expression.h parses the resulting text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace stepzero {

/// Returns the position after the number that begins at `i`: digits, points and an exponent, which is not a name.
std::size_t end_of_number(std::string_view text, std::size_t i);

/// Returns the text that replaces `name`. `behind` is where reading continues; advance it to skip a name's arguments.
using NameValue = std::function<std::string(std::string_view name, std::size_t& behind)>;

/// Returns the text with every name replaced. A name consists of letters, digits and _; the e of 1e-3 is not a name.
std::string with_names(std::string_view text, const NameValue& value);

/// Returns whether the text contains a name.
bool contains_name(std::string_view text, std::string_view name);

/// Formats a number as an operand: "0.5", or "(-0.5)", which may follow an operator. Precondition: the number is
/// finite.
std::string in_brackets(double number);

}   // namespace stepzero
