// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one variable, parsed from text. The text is read once into a list of nodes; values and derivatives are
// then computed for many numbers at a time. Derivatives use forward-mode differentiation, so they are exact to
// rounding.
//
// Internal to formulas; formula.h describes the syntax.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/math/activation/formula.h"

namespace stepzero {

/// A function of one number that a formula may call, in addition to the activations of the registry.
struct ElementaryFunction {
    std::string_view name;
    void (*value)(double* z, std::ptrdiff_t n);   ///< in place
    void (*both)(double* z, double* d, std::ptrdiff_t n);   ///< f(z) and f'(z)·d, in place; one-sided, from the left
    std::vector<double> kinks {};   ///< points where it is not smooth, of one period
    double period = 0;   ///< period, apart from a straight line; 0: none
};
const std::vector<ElementaryFunction>& elementary_functions();
const ElementaryFunction* find_elementary_function(std::string_view name);   ///< nullptr if unknown

struct Expression {
    enum class Op {
        number,
        variable,
        negate,
        add,
        subtract,
        multiply,
        divide,
        power,
        atan2,
        minimum,
        maximum,
        less,
        less_equal,
        greater,
        greater_equal,
        equal,
        unequal,
        both,   ///< &&
        either,   ///< ||
        choose,   ///< a ? b : c
        elementary,
        activation,
    };
    struct Node {
        Op op;
        double number = 0;   ///< a constant, or the index of a variable among the known names; 0 for z
        const ElementaryFunction* elementary = nullptr;
        const ActivationFunction* activation = nullptr;

        bool operator==(const Node&) const = default;
    };
    std::vector<Node> nodes;   ///< in postfix order; constant subexpressions are folded into one number

    static int arguments(Op op);

    /// Results may be infinite or NaN. z and out may be the same array.
    void value(const double* z, double* out, std::ptrdiff_t n) const;
    void value(const float* z, float* out, std::ptrdiff_t n) const;
    void derivative(const double* z, double* out, std::ptrdiff_t n) const;   ///< at a kink, the left derivative
    void derivative(const float* z, float* out, std::ptrdiff_t n) const;
    double value(double z) const;
    double derivative(double z) const;
};

/// Properties of an expression that follow from the functions it calls.
struct Switches {
    /// The expression has kinks, jumps and poles only at zeros of these functions. The difference of the arguments of
    /// max() is one. Those of an argument come before those of the whole expression.
    std::vector<Expression> functions;
    std::vector<double> periods;   ///< periods of sin, floor and others, for the slope of their argument
};
Switches switches_of(const Expression& expression);

/// Parses a formula (see formula.h), or returns the reason it is invalid. The functions it calls live as long as the
/// program.
std::variant<Expression, FormulaProblem> read_expression(std::string_view text);

/// The names from which a number may be computed, instead of z.
struct NumberNames {
    /// Names consist of letters, digits and _. They hide functions of the same name.
    std::vector<std::string> variables;
    /// The variables that a user may have meant by other common names, one or two for each.
    std::map<std::string, std::vector<std::string>, std::less<>> meant {};
};
/// Parses an expression of these names. Its value is that of the function whose variables are replaced by numbers.
std::variant<Expression, FormulaProblem> read_expression(std::string_view text, const NumberNames& names);

}   // namespace stepzero
