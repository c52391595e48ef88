// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions in lessons, such as "signal(depth)/signal(1)": named numbers of a study. Operators and functions are
// those of a formula (core/math/activation/formula.h), with the study's numbers instead of z.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/study/study.h"

namespace stepzero {

/// A finite number, or a sentence: "signal(12): the layer must be 1 to 10, got 12".
using LessonNumber = std::variant<double, Text>;

/// Evaluates an expression for a study. Parts that are not computed yet have no number.
LessonNumber lesson_value(std::string_view expression, const Study& study);
/// Returns the number. Throws the sentence as LessonSentence (lesson_text.h).
double value_or_throw(std::string_view expression, const Study& study);

/// Returns the syntax error of an expression, independent of a study; nothing when it is valid.
std::optional<Text> expression_problem(std::string_view expression);

/// A name in expressions, for the manual and for suggestions.
struct LessonName {
    std::string name;   ///< "signal(l)", "depth", "column(\"name\", l)"
    Text meaning;   ///< a short description
};
const std::vector<LessonName>& lesson_names();

}   // namespace stepzero
