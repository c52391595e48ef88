// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/grid/variables.h"

namespace stepzero {

/// "5, 10, 20", "1 .. 9" in steps of 1, "1 .. 2 : 5" for five of equal distances and
/// "10 .. 1000 : 7 log" for seven of equal ratios. Sorted as they are typed, without repetitions; whole ones are
/// rounded. What is wrong is a sentence. Numbers ignore the locale.
std::variant<std::vector<double>, std::string> numbers_in(const std::string& text, const Variable& variable);

}   // namespace stepzero
