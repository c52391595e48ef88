// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions whose message is a Text. Whoever catches one can therefore show it in the reader's language.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "core/base/words/text.h"

namespace stepzero {

class TextError : public std::exception {
public:
    explicit TextError(Text text) : text_(std::move(text)), english_(text_.english()) { }
    const Text& text() const { return text_; }
    const char* what() const noexcept override { return english_.c_str(); }

private:
    Text text_;
    std::string english_;
};

/// Returns the text of a TextError. For other exceptions it returns what() as a name, which is not translated.
Text text_of(const std::exception& error);

}   // namespace stepzero
