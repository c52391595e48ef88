// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the texts of claims and expressions. Internal to core/study/lesson.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text_error.h"

namespace stepzero {

/// The reason why a text has no value; what() is a sentence.
struct LessonSentence : TextError {
    using TextError::TextError;
};

/// Returns, for each byte, whether it is outside of brackets and quotation marks, excluding these characters
/// themselves.
std::vector<bool> outside_brackets(std::string_view text);

/// Returns the position of the matching closing bracket; npos when there is none.
std::size_t closing_bracket(std::string_view text, std::size_t opening);

/// Splits a text at separators outside of brackets and quotation marks.
std::vector<std::string_view> split_outside(std::string_view text, std::string_view separator);

std::string_view trimmed(std::string_view text);

}   // namespace stepzero
