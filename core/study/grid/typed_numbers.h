// SPDX-License-Identifier: GPL-3.0-or-later
// Parses lists and ranges of numbers as users type them, such as "1 .. 9".
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/study/grid/variables.h"

namespace stepzero {

/// Numbers between the ends of a range: exact, or moved by at most a twentieth of the distance to the next one, so that
/// they are readable: 0.0497 instead of 0.0496667. Numbers with at most four digits, and whole numbers, are unchanged.
enum class Between { exact, readable };

/// Parses "5, 10, 20", "1 .. 9" in steps of 1, "1 .. 2 : 5" for five numbers at equal distances, and "10 .. 1000 : 7
/// log" for seven at equal ratios. The order is kept, and repetitions are removed; integers are rounded. Errors are
/// returned as a sentence. Numbers are independent of the locale.
std::variant<std::vector<double>, Text> numbers_in(
    const std::string& text, const Variable& variable, Between between = Between::exact);

}   // namespace stepzero
