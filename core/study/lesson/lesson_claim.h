// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says in numbers: claims that hold or not, and texts with numbers put in.
//
//   claim       comparison, several joined by "and"
//   comparison  EXPRESSION < EXPRESSION, also <=, >, >=, ==, and in a row: 0.5 < x < 2; or
//               EXPRESSION ~ EXPRESSION within P%: as near as P % of the right one
//   text        {EXPRESSION} is its number with three digits, {EXPRESSION:5} with five; {{ and }} are brackets
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/study/lesson/lesson_value.h"

namespace stepzero {

struct ComparedSides {
    std::string left, right;   ///< expressions
    std::string sign;   ///< "<", "<=", ">", ">=", "==" or "~"
    double percent = 0;   ///< of "~"
    double left_value = 0, right_value = 0;
    bool holds = false;
};

struct ClaimResult {
    bool holds = false;
    std::vector<ComparedSides> sides {};   ///< each comparison; those that could be computed
    Text problem {};   ///< a sentence, where one could not: then it does not hold
};
ClaimResult check_claim(std::string_view claim, const Study& study);
/// "0.707 ≈ 0.71 (±5%), 1.2 < 3"
std::string claim_numbers(const ClaimResult& result);

/// What is wrong with the spelling of a claim, or of a text with numbers, whatever the study; nothing where it is
/// right.
std::optional<Text> claim_problem(std::string_view claim);
std::optional<Text> numbered_problem(std::string_view text);

struct NumberedText {
    std::string text;   ///< with … where there is no number
    std::vector<Text> problems {};   ///< a sentence for each of those
};
/// Numbers as people write them: "0.0632", "−1.5×10⁻³". Without a study there are none.
NumberedText with_numbers(std::string_view text, const Study* study);

}   // namespace stepzero
