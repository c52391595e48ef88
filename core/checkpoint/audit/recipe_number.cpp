// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/recipe_number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression.h"
#include "core/math/activation/expression_names.h"

namespace stepzero {

namespace {

constexpr std::array functions {"exp", "log", "max", "min", "sqrt"};

bool is_function(std::string_view name) { return std::ranges::find(functions, name) != functions.end(); }

/// Replaces each name that is not a function.
std::string with_variables(std::string_view text, const std::function<std::string(const std::string& name)>& value)
{
    return with_names(text, [&](std::string_view name, std::size_t&) {
        return is_function(name) ? std::string(name) : value(std::string(name));
    });
}

/// Rounds to six digits.
double shortened(double number)
{
    if (number == 0 || !std::isfinite(number))
        return number;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 5);
    return unit < 1 ? std::round(number / unit) / std::round(1 / unit) : std::round(number);
}

}   // namespace

std::optional<Text> recipe_number_problem(std::string_view text, const std::vector<std::string>& known)
{
    const auto wrong = [](const Text& what) {
        return tr("must be a number, or an expression such as %1: %2", "\"sigma / sqrt(2 * layers)\"", what);
    };
    if (text.find_first_not_of(" \t") == std::string_view::npos)
        return wrong(tr("it is empty"));
    std::optional<Text> problem;
    // Replace names by as many digits, so that positions in error messages match the text.
    const std::string numbers = with_variables(text, [&](const std::string& name) {
        if (!problem && std::ranges::find(known, name) == known.end()) {
            std::vector<std::string> words = known;
            words.insert(words.end(), functions.begin(), functions.end());
            problem = wrong(with_known(tr("%1 is not known", quote(name)), name, words));
        }
        return std::string(name.size(), '1');
    });
    if (problem)
        return problem;
    const auto read = read_expression(numbers);
    if (const auto* found = std::get_if<FormulaProblem>(&read))
        return wrong(tr("%1, got %2", found->sentence, quote(text)));
    return {};
}

std::optional<double> recipe_number(std::string_view text, const RecipeVariables& variables)
{
    bool complete = true;
    const std::string numbers = with_variables(text, [&](const std::string& name) {
        const auto found = variables.find(name);
        complete = complete && found != variables.end();
        return found == variables.end() ? std::string("0") : in_brackets(found->second);
    });
    if (!complete)
        return {};
    const auto read = read_expression(numbers);
    const auto* expression = std::get_if<Expression>(&read);
    if (!expression)
        return {};
    const double value = expression->value(0.0);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string recipe_formula(std::string_view text, const RecipeVariables& variables)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> typeset {
        {{"sqrt(", "√("}, {" * ", "·"}, {" / ", "/"}, {"*", "·"}, {"-", "−"}}};
    const std::string plain = with_variables(text, [&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? name : in_brackets(shortened(found->second));
    });
    std::string result;
    for (std::size_t i = 0; i < plain.size();) {
        const auto found = std::ranges::find_if(
            typeset, [&](const auto& sign) { return std::string_view(plain).substr(i).starts_with(sign.first); });
        if (found == typeset.end()) {
            result += plain[i++];
        } else {
            result += found->second;
            i += found->first.size();
        }
    }
    return result;
}

}   // namespace stepzero
