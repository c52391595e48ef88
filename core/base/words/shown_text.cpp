// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::string escaped(std::string_view text, bool lines)
{
    std::string plain;
    while (!text.empty()) {
        const std::size_t good = std::min(first_bad_utf8(text), text.size());
        for (std::size_t i = 0; i < good; ++i) {
            const auto byte = static_cast<unsigned char>(text[i]);
            const bool c1 = byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;   // U+0080 to U+009F
            char code[8];
            if (c1)
                std::snprintf(code, sizeof code, "\\u%04x", unsigned(static_cast<unsigned char>(text[++i])));
            else
                std::snprintf(code, sizeof code, "\\x%02x", unsigned(byte));
            if (c1 || byte == 0x7F || (byte < 0x20 && !(lines && byte == '\n')))
                plain += code;
            else
                plain += char(byte);
        }
        text.remove_prefix(good);
        if (!text.empty()) {
            char code[8];
            std::snprintf(code, sizeof code, "\\x%02x", unsigned(static_cast<unsigned char>(text[0])));
            plain += code;
            text.remove_prefix(1);
        }
    }
    return plain;
}

}   // namespace

std::string shown(std::string_view text) { return escaped(text, false); }

std::string shown_lines(std::string_view text) { return escaped(text, true); }

std::size_t shown_width(std::string_view text)
{
    // Wide characters are U+3000 to U+DFFF and U+F000 to U+FFFF, recognized by their first byte.
    const auto is_wide = [](char c) { return (c >= '\xe3' && c <= '\xed') || c == '\xef'; };
    const auto begins = [](char c) { return (c & 0xc0) != 0x80; };
    return std::size_t(std::ranges::count_if(text, begins) + std::ranges::count_if(text, is_wide));
}

std::string padded(const std::string& text, std::size_t columns)
{
    return text + std::string(columns - std::min(columns, shown_width(text)), ' ');
}

std::string bytes_text(double bytes)
{
    const double unit = bytes < 1e9 ? 1e6 : 1e9, number = bytes / unit;
    // Two digits below 10, no decimals from 10 on.
    const double shown = number < 10 ? std::round(number * 10) / 10 : std::round(number);
    return number_text(shown) + (bytes < 1e9 ? " MB" : " GB");
}

std::string short_text(double number, int digits)
{
    if (!std::isfinite(number))
        return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
    std::array<char, 40> text;
    const auto end
        = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits).ptr;
    return {text.data(), end};
}

std::string hundredths_text(double number)
{
    const long long hundredths = std::llround(std::abs(number) * 100);
    char text[32];
    std::snprintf(text, sizeof text, "%lld.%02lld", hundredths / 100, hundredths % 100);
    return text;
}

}   // namespace stepzero
