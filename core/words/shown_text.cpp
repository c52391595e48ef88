// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/shown_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stepzero {

std::size_t shown_width(std::string_view text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string hundredths_text(double number)
{
    const long long hundredths = std::llround(std::abs(number) * 100);
    char text[32];
    std::snprintf(text, sizeof text, "%lld.%02lld", hundredths / 100, hundredths % 100);
    return text;
}

}   // namespace stepzero
