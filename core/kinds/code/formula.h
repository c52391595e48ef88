// SPDX-License-Identifier: GPL-3.0-or-later
// Converts activations that were typed as Python expressions to the functions of a framework. Internal to core/kinds.
#pragma once

#include <map>
#include <string>

#include "core/kinds/code/parts.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// How a framework writes activations and the functions of a formula; {0}, {1}, … stand for arguments.
struct PythonFunctions {
    std::string functions;   ///< "torch.": the module of the functions that have NumPy's names
    std::map<std::string, std::string, std::less<>> others;   ///< the other functions, by our names
    std::string number;   ///< converts a truth value to a number
    std::string ActivationCode::*activation;   ///< the framework's text for an activation
    std::string called;   ///< turns the text {0} of an activation into a callable
};

/// Returns a comment when a typed activation, in its written form, is inaccurate or overflows in float32.
Lines python_remarks(const Activation& activation);

/// Returns the framework's text for an activation. Precondition: completed parameters, a valid formula.
std::string python_activation(const Activation& activation, const PythonFunctions& words);

}   // namespace stepzero
