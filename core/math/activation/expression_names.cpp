// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/expression_names.h"

#include <cctype>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}   // namespace

std::size_t end_of_number(std::string_view text, std::size_t i)
{
    while (i < text.size() && (is_digit(text[i]) || text[i] == '.'))
        ++i;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-');
        if (i + 1 + sign < text.size() && is_digit(text[i + 1 + sign]))
            for (i += 1 + sign; i < text.size() && is_digit(text[i]);)
                ++i;
    }
    return i;
}

std::string with_names(std::string_view text, const NameValue& value)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        if (is_letter(text[i])) {
            while (i < text.size() && (is_letter(text[i]) || is_digit(text[i])))
                ++i;
            const std::string_view name = text.substr(begin, i - begin);
            result += value(name, i);
        } else {
            i = is_digit(text[i]) || text[i] == '.' ? end_of_number(text, i) : i + 1;
            result += text.substr(begin, i - begin);
        }
    }
    return result;
}

bool contains_name(std::string_view text, std::string_view name)
{
    bool found = false;
    with_names(text, [&](std::string_view one, std::size_t) {
        found = found || one == name;
        return std::string();
    });
    return found;
}

std::string in_brackets(double number)
{
    const std::string text = number_text(number);
    return number < 0 ? "(" + text + ")" : text;
}

}   // namespace stepzero
