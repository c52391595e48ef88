// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/python_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stepzero {

std::string python_number(double number)
{
    if (!std::isfinite(number))
        return number > 0 ? "math.inf" : "-math.inf";
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 12);
    return {text.data(), end.ptr};
}

std::string python_text(const std::string& text, const Parameters& completed)
{
    std::string filled;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t open = std::min(text.find('{', from), text.size());
        filled += text.substr(from, open - from);
        if (open == text.size())
            break;
        const std::size_t close = text.find('}', open);
        const std::string name = text.substr(open + 1, close - open - 1);
        const std::size_t equals = name.find('=');
        if (equals != std::string::npos)
            filled += word(completed, name.substr(0, equals)) == name.substr(equals + 1) ? "True" : "False";
        else if (const double* number = std::get_if<double>(&completed.at(name)))
            filled += python_number(*number);
        else
            filled += word(completed, name);
        from = close + 1;
    }
    return filled;
}

}   // namespace stepzero
