// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a family file that are computed from others: "sigma / sqrt(2 * layers)". Operators and functions are those
// of a formula (core/math/activation/formula.h); in place of z there are the family's variables.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// By their names: letters, digits and _.
using RecipeVariables = std::map<std::string, double>;

/// What is wrong with the text where these variables are known, as a sentence that goes on from its place: "must be a
/// number, or an expression such as …"; nothing where it is right.
std::optional<Text> recipe_number_problem(std::string_view text, const std::vector<std::string>& known);

/// Its value. Absent where a variable has none, or where the arithmetic has no finite result.
std::optional<double> recipe_number(std::string_view text, const RecipeVariables& variables);

/// As people write it, with the numbers put in, to six digits: "0.02/√(2·12)".
std::string recipe_formula(std::string_view text, const RecipeVariables& variables);

}   // namespace stepzero
