// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/study/grid/variables.h"

namespace stepzero {

/// What stands between the ends of a range: where it should, or moved by a twentieth of the distance to the next at
/// most, so that people can read it: 0.0497 in place of 0.0496667. Four digits and less stay, and so do whole numbers.
enum class Between { exact, readable };

/// "5, 10, 20", "1 .. 9" in steps of 1, "1 .. 2 : 5" for five of equal distances and
/// "10 .. 1000 : 7 log" for seven of equal ratios. Sorted as they are typed, without repetitions; whole ones are
/// rounded. What is wrong is a sentence. Numbers ignore the locale.
std::variant<std::vector<double>, Text> numbers_in(
    const std::string& text, const Variable& variable, Between between = Between::exact);

}   // namespace stepzero
