// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the text of a formula into words, numbers and signs. expression.h parses them. Common mistakes are reported
// here with the place where they stand.
#pragma once

#include <array>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/math/activation/expression.h"

namespace stepzero {

std::string quoted_name(std::string_view text);

struct NamedConstant {
    std::string_view name;
    double value;
};
inline constexpr std::array<NamedConstant, 2> constants {{{"pi", std::numbers::pi}, {"e", std::numbers::e}}};

/// The variables of an expression: z or x in a function, else the names of numbers.
class KnownVariables {
public:
    explicit KnownVariables(const NumberNames* numbers) : numbers_(numbers) { }

    bool is_function() const { return !numbers_; }
    /// Returns the index of a variable; absent when the name is not one.
    std::optional<std::size_t> find(std::string_view name) const;
    /// Returns the problem that a name means nothing, with the name that was probably meant.
    FormulaProblem unknown(std::string_view name, std::size_t position) const;

private:
    const NumberNames* numbers_;
};

// Lexical analysis

/// The text in ASCII characters of the grammar, and the original position of each byte.
struct PlainFormula {
    std::string text;
    std::vector<std::size_t> position;   // in characters from 1; one extra entry at the end
};

/// Accepts typeset characters, because formulas are copied from web pages: −, ·, ×, π, √, ² and Φ.
std::variant<PlainFormula, FormulaProblem> plain_formula(std::string_view text);

/// The square root sign as the text of a token.
inline constexpr std::string_view typeset_root = "√";

struct Token {
    enum class Kind { number, name, sign, end };
    Kind kind;
    std::string_view text;
    std::size_t position;   // position of the first character, counted from 1
    double number = 0;

    bool is(char sign) const { return text.size() == 1 && text[0] == sign; }
};

/// Returns the tokens, whose texts are parts of `plain`, and a last one of kind `end`. Throws FormulaProblem with a
/// helpful message for common mistakes.
std::vector<Token> formula_tokens(const PlainFormula& plain, const KnownVariables& variables);

}   // namespace stepzero
