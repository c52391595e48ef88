// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is lined up or read by people, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace stepzero {

/// How many columns of a terminal a text in UTF-8 takes: two for a Chinese character.
std::size_t shown_width(std::string_view text);
/// Fills a text with spaces to so many columns.
std::string padded(const std::string& text, std::size_t columns);

/// Text from outside as a message shows it: control characters, which would reach the terminal, and bytes that are not
/// UTF-8 are escaped: "\x1b", "\xe9".
std::string shown(std::string_view text);
/// The same of text that has lines.
std::string shown_lines(std::string_view text);

/// "2.1 GB", "310 MB"
std::string bytes_text(double bytes);

/// Three digits: "0.0632", "1.2e-07", "65504" becomes "6.55e+04".
std::string short_text(double number, int digits = 3);

/// The magnitude of a number with two decimals: "0.50" of −0.5.
std::string hundredths_text(double number);

}   // namespace stepzero
