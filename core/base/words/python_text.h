// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers and templates as Python source. The registries use it to describe their members in framework code,
// and the writers to put this code together.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/parameters.h"

namespace stepzero {

using PythonLines = std::vector<std::string>;

/// Returns a Python number with at most twelve digits.
std::string python_number(double number);

/// Replaces the parameters in a template: {alpha} becomes the number or word of that name. {approximate=tanh} becomes
/// True when the parameter has this word, otherwise False. Precondition: `completed` is a completed set that has them.
std::string python_text(const std::string& text, const Parameters& completed);

}   // namespace stepzero
