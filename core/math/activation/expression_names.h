// SPDX-License-Identifier: GPL-3.0-or-later
// Substitutes numbers for names in an expression whose names are known when it is read. The resulting text is parsed as
// a formula (expression.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace stepzero {

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
