// SPDX-License-Identifier: GPL-3.0-or-later
// An activation that the user types, such as "z*sigmoid(1.7*z)" or "z > 0 ? z : exp(z) - 1". Operators and precedence
// are those of C, ^ is the power, and the decimal separator is a point in every locale.
//
// Values and derivatives are those of the expression, in float64. Kinks, limits, and values where that arithmetic
// overflows come from a fit (piecewise.h). The registry lists it as "formula", with the text as a parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// The reason why a text is not an activation.
struct FormulaProblem {
    Text sentence;   ///< "unknown name “reluu” at 3: did you mean relu?"
    std::optional<std::size_t>
        position;   ///< position of the character in question, counted from 1; absent when it is not a spelling error
    std::string unknown {};   ///< the unknown name, if that is the problem
};

inline constexpr std::size_t longest_formula = 300;   ///< bytes

/// Parses φ of the variable z (or x), at most longest_formula bytes of UTF-8. The function must be continuous, finite
/// for |z| ≤ 40, and grow no faster than z²; otherwise the problem is returned. The first call for a text takes
/// milliseconds, seconds at most.
std::variant<ActivationFunction, FormulaProblem> parse_formula(std::string_view text);

/// Returns the sorted names of all functions that a formula may use, including every activation of the registry.
const std::vector<std::string>& formula_functions();

}   // namespace stepzero
