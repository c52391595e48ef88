// SPDX-License-Identifier: GPL-3.0-or-later
// Looking into the texts of claims and expressions. Internal to core/lesson.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text_error.h"

namespace stepzero {

/// Why a text has no value; what() is the sentence.
struct LessonSentence : TextError {
    using TextError::TextError;
};

/// For each byte, whether it stands outside of brackets and quotation marks; neither of which does itself.
std::vector<bool> outside_brackets(std::string_view text);

/// Of the bracket opened there; npos where it is not closed.
std::size_t closing_bracket(std::string_view text, std::size_t opening);

/// Parts between separators that stand outside.
std::vector<std::string_view> split_outside(std::string_view text, std::string_view separator);

std::string_view trimmed(std::string_view text);

}   // namespace stepzero
