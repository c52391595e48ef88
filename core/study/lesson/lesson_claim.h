// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the numbers of a lesson: claims that hold or not, and texts with numbers filled in. The syntax is:
//
//   claim       comparison, several joined by "and"
//   comparison  EXPRESSION < EXPRESSION, also <=, >, >=, ==, and in a row: 0.5 < x < 2; or
//               EXPRESSION ~ EXPRESSION within P%: within P% of the right side
//   text        {EXPRESSION} is a number with three digits, {EXPRESSION:5} with five; {{ and }} are brackets
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/study/lesson/lesson_value.h"

namespace stepzero {

enum class ClaimSign { less, at_most, more, at_least, equal, near };

struct ComparedSides {
    std::string left, right;   ///< expressions
    ClaimSign sign = ClaimSign::near;
    double percent = 0;   ///< for ClaimSign::near
    double left_value = 0, right_value = 0;
    bool holds = false;
};

struct ClaimResult {
    bool holds = false;
    std::vector<ComparedSides> sides {};   ///< each comparison; only those that could be computed
    Text problem {};   ///< a sentence, if one could not be computed; then the claim does not hold
};
ClaimResult check_claim(std::string_view claim, const Study& study);
/// Returns "0.707 ≈ 0.71 (±5%), 1.2 < 3".
std::string claim_numbers(const ClaimResult& result);

/// Return the syntax error of a claim, or of a text with numbers, independent of a study; nothing when it is valid.
std::optional<Text> claim_problem(std::string_view claim);
std::optional<Text> numbered_problem(std::string_view text);

struct NumberedText {
    std::string text;   ///< with … for missing numbers
    std::vector<Text> problems {};   ///< a sentence for each of them
};
/// Fills in formatted numbers: "0.0632", "−1.5×10⁻³". Without a study, all are missing.
NumberedText with_numbers(std::string_view text, const Study* study);

}   // namespace stepzero
