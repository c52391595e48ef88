// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions whose names stand for numbers that are known when they are read: each is put in as a number, and what
// comes of it is read as a formula (expression.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace stepzero {

/// What stands in the place of a name; `behind`: where the text goes on, which may be moved on past a name's arguments.
using NameValue = std::function<std::string(std::string_view name, std::size_t& behind)>;

/// The text with something else in place of each name. Names are letters, digits and _; the e of 1e-3 is none.
std::string with_names(std::string_view text, const NameValue& value);

/// "0.5", and "(-0.5)", which may stand behind an operator. Precondition: the number is finite.
std::string in_brackets(double number);

}   // namespace stepzero
