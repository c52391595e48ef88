// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of a lesson, such as "signal(depth)/signal(1)": numbers of a study under names. Operators and functions
// are those of a formula (core/math/activation/formula.h); in place of z there are the study's numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/study/study.h"

namespace stepzero {

/// A number, which is finite, or a sentence: "signal(12): the layer must be 1 to 10, got 12".
using LessonNumber = std::variant<double, Text>;

/// Of a study as it stands: what it lacks (yet) has no number.
LessonNumber lesson_value(std::string_view expression, const Study& study);

/// What is wrong with the spelling of an expression, whatever the study; nothing where it is right.
std::optional<Text> expression_problem(std::string_view expression);

/// What an expression may name, for the manual and for suggestions.
struct LessonName {
    std::string name;   ///< "signal(l)", "depth", "column(\"name\", l)"
    Text meaning;   ///< half a line
};
const std::vector<LessonName>& lesson_names();

}   // namespace stepzero
