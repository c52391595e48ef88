// SPDX-License-Identifier: GPL-3.0-or-later
// Initializers whose numbers are typed as expressions, such as a std of "0.02/sqrt(2*L)". Plans evaluate them for each
// matrix, so that everything after a plan sees numbers only. Variables belong to the matrix (its fans, units, kernel,
// groups and block) or to the network (its width, depth, heads, …), which the kind of network provides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/activation/number_expression.h"
#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// Returns the names that expressions may use. A network may lack some of them.
const NumberNames& law_names();

bool is_typed(const Initializer& initializer);   ///< returns whether any of its numbers is an expression
/// Returns whether an expression of the initializer uses a variable; false for invalid expressions.
bool uses_variable(const Initializer& initializer, std::string_view name);

/// A matrix, or a vector with the shape of its weight.
struct LawPlace {
    Shape shape;
    Role role = Role::weight;
    int groups = 1;
    int block = 0;   ///< layer or block, from 1; 0 outside
};

/// Returns an initializer with the variables of one matrix. Those of its network take precedence over its own. fan_in
/// and fan_out are as the scheme counts them, and n is fan_in.
TypedLaw typed_law(const Initializer& typed, const LawPlace& place, const NumberVariables& network);

/// Returns the initializer with numbers instead of expressions. An expression without a valid value counts as the
/// parameter's default; validate() reports it.
Initializer evaluated(const TypedLaw& law);
Initializer evaluated(const Initializer& typed, const LawPlace& place, const NumberVariables& network);
/// Evaluates the initializer of a plan, and keeps what was typed in ParameterPlan::typed.
void evaluate(ParameterPlan& plan, const NumberVariables& network, int groups = 1);

/// Why an expression has no valid value for a matrix.
struct LawProblem {
    std::string parameter;   ///< "std"
    std::string expression;
    std::string missing {};   ///< a variable that the network does not have …
    double value = 0;   ///< … otherwise the value, which is not allowed
    const ParameterInfo* info = nullptr;   ///< what is allowed
};
/// Returns the first problem of an initializer's expressions; absent when all have valid values. Precondition: the
/// expressions can be parsed.
std::optional<LawProblem> law_problem(const TypedLaw& law);

}   // namespace stepzero
