// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is lined up or read by people, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace stepzero {

/// How many characters a terminal shows of UTF-8.
std::size_t shown_width(std::string_view text);

/// The magnitude of a number with two decimals: "0.50" of −0.5.
std::string hundredths_text(double number);

}   // namespace stepzero
