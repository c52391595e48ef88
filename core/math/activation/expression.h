// SPDX-License-Identifier: GPL-3.0-or-later
// A function of one variable as it is written: a tree, read once, whose values and derivatives are computed for many
// numbers at a time. Derivatives go forward through the tree beside the values, so they are exact to rounding.
//
// Internal to the formulas: what they may be is said in formula.h.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/math/activation/formula.h"

namespace stepzero {

/// A function of one number that a formula may call, beside the activations of the registry.
struct ElementaryFunction {
    std::string_view name;
    void (*value)(double* z, std::ptrdiff_t n);   ///< in place
    void (*both)(double* z, double* d, std::ptrdiff_t n);   ///< f(z) and f'(z)·d, in place, as seen from the left
};
const std::vector<ElementaryFunction>& elementary_functions();

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
        double number = 0;
        const ElementaryFunction* elementary = nullptr;
        const ActivationFunction* activation = nullptr;
    };
    std::vector<Node> nodes;   ///< each behind what it is made of; what is constant is one number

    static int arguments(Op op);

    /// Not finite where the arithmetic is not. z and out may be the same.
    void value(const double* z, double* out, std::ptrdiff_t n) const;
    void value(const float* z, float* out, std::ptrdiff_t n) const;
    void derivative(const double* z, double* out, std::ptrdiff_t n) const;   ///< at a kink from the left
    void derivative(const float* z, float* out, std::ptrdiff_t n) const;
    double value(double z) const;
};

/// What a formula of formula.h says, or why it says nothing. The functions that it calls live as long as the program.
std::variant<Expression, FormulaProblem> read_expression(std::string_view text);

}   // namespace stepzero
