// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_text.h"

namespace stepzero {

namespace {

/// Tracks brackets and quotation marks in a text byte by byte.
struct Nesting {
    int depth = 0;
    char quote = 0;

    /// Returns whether the byte is neither a bracket, nor a quotation mark, nor inside quotation marks.
    bool take(char c)
    {
        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(' || c == ')')
            depth += c == '(' ? 1 : -1;
        else
            return true;
        return false;
    }
};

}   // namespace

std::vector<bool> outside_brackets(std::string_view text)
{
    std::vector<bool> outside(text.size());
    Nesting nesting;
    for (std::size_t i = 0; i < text.size(); ++i)
        outside[i] = nesting.take(text[i]) && nesting.depth <= 0;
    return outside;
}

std::size_t closing_bracket(std::string_view text, std::size_t opening)
{
    Nesting nesting;
    for (std::size_t i = opening; i < text.size(); ++i)
        if (!nesting.take(text[i]) && nesting.depth == 0 && text[i] == ')' && !nesting.quote)
            return i;
    return std::string_view::npos;
}

std::vector<std::string_view> split_outside(std::string_view text, std::string_view separator)
{
    const std::vector<bool> outside = outside_brackets(text);
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (outside[i] && i >= begin && text.substr(i).starts_with(separator)) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + separator.size();
        }
    parts.push_back(text.substr(begin));
    return parts;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\n";
    const std::size_t begin = text.find_first_not_of(spaces);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

}   // namespace stepzero
