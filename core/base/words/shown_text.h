// SPDX-License-Identifier: GPL-3.0-or-later
// Formats text and numbers for people and for aligned columns, independent of the locale. Text from files is escaped
// before it is shown.
#pragma once

#include <string>
#include <string_view>

namespace stepzero {

/// Returns the number of terminal columns that a UTF-8 text takes: two for a Chinese character.
std::size_t shown_width(std::string_view text);
/// Pads a text with spaces to `columns` terminal columns.
std::string padded(const std::string& text, std::size_t columns);

/// Returns text from outside in a form that is safe in a message. Control characters, which would reach the terminal,
/// and bytes that are not UTF-8 are escaped: "\x1b", "\xe9".
std::string shown(std::string_view text);
/// Like shown(), but keeps line breaks.
std::string shown_lines(std::string_view text);

/// "2.1 GB", "310 MB"
std::string bytes_text(double bytes);

/// Returns a number with three digits: "0.0632", "1.2e-07"; 65504 becomes "6.55e+04".
std::string short_text(double number, int digits = 3);

/// Returns the magnitude of a number with two decimals: "0.50" for −0.5.
std::string hundredths_text(double number);

}   // namespace stepzero
