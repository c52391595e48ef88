// SPDX-License-Identifier: GPL-3.0-or-later
// An activation that somebody types, as "z*sigmoid(1.7*z)" or "z > 0 ? z : exp(z) - 1": operators and precedence as in
// C, powers by ^, decimal points in every locale. Values and derivatives are those of its expression, in float64; kinks
// and limits, and values where that arithmetic overflows, are found from a fit (piecewise.h). In the registry it is
// "formula", with the text as a parameter.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/words/text.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// Why a text is no activation.
struct FormulaProblem {
    Text sentence;   ///< "unknown name “reluu” at 3: did you mean relu?"
    std::optional<std::size_t>
        position;   ///< of the character in question, from 1; absent: it is no matter of spelling
};

inline constexpr std::size_t longest_formula = 300;   ///< bytes

/// φ of the variable z (or x), of at most longest_formula bytes of UTF-8. A continuous function that is finite for
/// |z| ≤ 40 and grows no faster than z²; anything else comes back as a sentence. The first time takes
/// milliseconds, seconds at most.
std::variant<ActivationFunction, FormulaProblem> parse_formula(std::string_view text);

/// The functions that a formula may use, sorted; every activation of the registry is among them.
const std::vector<std::string>& formula_functions();

}   // namespace stepzero
