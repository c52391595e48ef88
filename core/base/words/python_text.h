// SPDX-License-Identifier: GPL-3.0-or-later
// Python text that members of registries and the writers of framework code are made of.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/parameters.h"

namespace stepzero {

using PythonLines = std::vector<std::string>;

/// A Python number of at most twelve digits.
std::string python_number(double number);

/// A text with parameters put in: {alpha} is the number or word of that name, {approximate=tanh} True where it is this
/// word, else False. Precondition: a completed set that has them.
std::string python_text(const std::string& text, const Parameters& completed);

}   // namespace stepzero
