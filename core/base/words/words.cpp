// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/words/problem.h"

namespace stepzero {

namespace {
constexpr std::size_t longest_quote = 60;   // bytes of a file that a message repeats

bool plain_key(std::string_view key)
{
    return !key.empty() && key.size() <= longest_quote && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}
}   // namespace

std::string number_text(double number)
{
    if (std::isnan(number))
        return "nan";
    if (std::isinf(number))
        return number > 0 ? "inf" : "-inf";
    const double size = std::abs(number);
    // Scientific notation only where a plain decimal would be hard to read.
    const bool plain = size == 0 || (size >= 1e-5 && size < 1e16);
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
        plain ? std::chars_format::fixed : std::chars_format::scientific);
    return {text.data(), end.ptr};
}

std::string quote(std::string_view text)
{
    std::size_t size = text.size();
    if (size > longest_quote) {
        size = longest_quote;
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)   // never cuts a character in two
            --size;
    }
    std::string shown = "\"";
    for (const char c : text.substr(0, size))
        shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    return shown + (size < text.size() ? "…\"" : "\"");
}

std::string list_text(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

Text range_message(NumberRange range, double found)
{
    return tr("must be %1 to %2, got %3", number_text(range.low), number_text(range.high), number_text(found));
}

Text choice_message(const std::vector<std::string>& choices, const std::string& found)
{
    const std::string all = list_text(choices), got = quote(found);
    return with_suggestion(
        choices.size() == 1 ? tr("must be %1, got %2", all, got) : tr("must be one of %1, got %2", all, got), found,
        choices);
}

std::string member_path(const std::string& path, std::string_view key)
{
    if (!plain_key(key))
        return path + "[" + quote(key) + "]";
    return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string item_path(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

std::size_t first_bad_utf8(std::string_view text)
{
    const auto byte
        = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0; };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = byte(i);
        const std::size_t size = lead < 0x80 ? 1
            : lead < 0xC2                    ? 0
            : lead < 0xE0                    ? 2
            : lead < 0xF0                    ? 3
            : lead < 0xF5                    ? 4
                                             : 0;
        // The second byte reveals overlong forms, surrogates and code points above U+10FFFF.
        const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (size == 0 || (size > 1 && (byte(i + 1) < low || byte(i + 1) > high)))
            return i;
        for (std::size_t k = 2; k < size; ++k)
            if ((byte(i + k) & 0xC0) != 0x80)
                return i;
        i += size;
    }
    return std::string_view::npos;
}

}   // namespace stepzero
