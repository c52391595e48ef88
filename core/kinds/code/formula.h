// SPDX-License-Identifier: GPL-3.0-or-later
// Activations in a framework's words, those that were typed as Python expressions. Internal to core/kinds.
#pragma once

#include <map>
#include <string>

#include "core/kinds/code/parts.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// How a framework says activations and what a formula may call; {0}, {1}, … stand for arguments.
struct PythonFunctions {
    std::string functions;   ///< "torch.": the module of those that it calls as NumPy does
    std::map<std::string, std::string, std::less<>> others;   ///< the rest, by our names
    std::string number;   ///< of a truth value
    std::string ActivationCode::*activation;   ///< how the framework writes one
    std::string called;   ///< of an activation's text {0}: what can be called
};

/// A comment where a typed activation, as it is written, overflows in float32.
Lines python_remarks(const Activation& activation);

/// Precondition: completed parameters, a formula that can be read.
std::string python_activation(const Activation& activation, const PythonFunctions& words);

}   // namespace stepzero
