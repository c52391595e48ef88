// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that are typed as expressions of named variables: "0.02/sqrt(2*L)". Operators, functions and typeset
// characters are those of formulas (formula.h). Initializers and family files have such numbers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/math/activation/expression.h"

namespace stepzero {

/// Numbers by name.
using NumberVariables = std::map<std::string, double>;

/// An expression whose variables are known by name.
class NumberExpression {
public:
    NumberExpression(Expression expression, std::vector<std::string> known)
        : expression_(std::move(expression)), known_(std::move(known))
    {
    }

    const Expression& expression() const { return expression_; }
    /// Returns the expression with numbers instead of variables. Absent when a variable that it uses has no value.
    std::optional<Expression> with_numbers(const NumberVariables& variables) const;
    /// Returns the value. Absent when a variable that it uses has none; it may be infinite or NaN.
    std::optional<double> value(const NumberVariables& variables) const;
    /// Returns the variables that it uses, each once, in order of use.
    std::vector<std::string> variables() const;

private:
    Expression expression_;
    std::vector<std::string> known_;
};

/// Parses a text, or returns the reason it is invalid. Positions are those of characters in the text.
std::variant<NumberExpression, FormulaProblem> read_number_expression(std::string_view text, const NumberNames& names);

/// Returns the value of a text. Absent when it is invalid, or when a variable has no value; it may be infinite or NaN.
std::optional<double> number_value(std::string_view text, const NumberVariables& variables);

}   // namespace stepzero
