// SPDX-License-Identifier: GPL-3.0-or-later
// Converts typed formulas of activations to the functions of a framework, and typed numbers of initializers to those of
// Python. Internal to core/kinds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/kinds/code/parts.h"
#include "core/math/activation/activation.h"
#include "core/math/activation/number_expression.h"

namespace stepzero {

/// How a framework writes activations and the functions of a formula; {0}, {1}, … stand for arguments.
struct PythonFunctions {
    std::string functions;   ///< "torch.": the module of the functions that have NumPy's names
    std::map<std::string, std::string, std::less<>> others;   ///< the other functions, by our names
    std::string number;   ///< converts a truth value to a number
    std::string ActivationCode::*activation;   ///< the framework's text for an activation
    std::string called;   ///< turns the text {0} of an activation into a callable
    /// The names of the numbers in an expression; empty: a function of the array x.
    std::vector<std::string> variables {};
};

/// Returns a comment when a typed activation, in its written form, is inaccurate or overflows in float32.
Lines python_remarks(const Activation& activation);

/// Returns an expression of an initializer in Python; `names` renames some of its variables. Absent when Python lacks a
/// function that it calls, or when a part of it is not finite, where Python raises an exception. Precondition: the
/// expression can be parsed, and all its variables have values.
std::optional<std::string> python_number_expression(
    std::string_view text, const NumberVariables& values, const std::map<std::string, std::string>& names);

/// The expressions of an initializer in Python, by the names of their parameters.
struct TypedCode {
    Lines variables;   ///< statements that define the variables which the code does not define yet
    std::map<std::string, std::string> numbers;
};
/// Returns the expressions of an initializer that has some. Absent when one of them cannot be written, see above, or
/// when the code has a constant instead, for random entries with σ = 0.
std::optional<TypedCode> typed_code(const LawCode& law);

/// Returns the framework's text for an activation. Precondition: completed parameters, a valid formula.
std::string python_activation(const Activation& activation, const PythonFunctions& words);

}   // namespace stepzero
