// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a family file that are computed from others: "sigma / sqrt(2 * layers)". They are expressions of the
// family's variables (core/math/activation/number_expression.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/activation/number_expression.h"

namespace stepzero {

/// Values by name; names consist of letters, digits and _.
using RecipeVariables = NumberVariables;

/// Returns the problem of a text in which these variables are known, as the end of a sentence: "must be a number, or an
/// expression such as …". Returns nothing when the text is valid.
std::optional<Text> recipe_number_problem(std::string_view text, const std::vector<std::string>& known);

/// Returns the value. Absent when a variable has none, or when the result is not finite.
std::optional<double> recipe_number(std::string_view text, const RecipeVariables& variables);

/// Formats the expression with its numbers filled in, to six digits: "0.02/√(2·12)".
std::string recipe_formula(std::string_view text, const RecipeVariables& variables);

}   // namespace stepzero
