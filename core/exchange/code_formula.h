// SPDX-License-Identifier: GPL-3.0-or-later
// An activation that was typed, as a Python expression. Internal to core/exchange.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/words/choices.h"

namespace stepzero {

/// How a framework says what a formula may call; {0}, {1}, … stand for arguments.
struct PythonFunctions {
    std::string functions;   ///< "torch.": the module of those that it calls as NumPy does
    std::map<std::string, std::string, std::less<>> others;   ///< the rest, by our names
    std::string number;   ///< of a truth value
    std::function<std::string(const Activation&)> activation;   ///< something to be called
};

/// Of the variable x. Precondition: the formula can be read.
std::string python_formula(const Activation& formula, const PythonFunctions& words);

}   // namespace stepzero
