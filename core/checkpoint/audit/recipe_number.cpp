// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/recipe_number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression_names.h"

namespace stepzero {

namespace {

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
    const auto read = read_number_expression(text, {.variables = known});
    const auto* problem = std::get_if<FormulaProblem>(&read);
    if (!problem)
        return {};
    if (text.find_first_not_of(" \t") == std::string_view::npos)
        return wrong(problem->sentence);
    if (problem->unknown.empty())
        return wrong(tr("%1, got %2", problem->sentence, quote(text)));
    std::vector<std::string> words = known;
    words.insert(words.end(), {"exp", "log", "max", "min", "sqrt"});   // the functions that recipes use
    return wrong(with_known(tr("%1 is not known", quote(problem->unknown)), problem->unknown, words));
}

std::optional<double> recipe_number(std::string_view text, const RecipeVariables& variables)
{
    const auto value = number_value(text, variables);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string recipe_formula(std::string_view text, const RecipeVariables& variables)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> typeset {
        {{"sqrt(", "√("}, {" * ", "·"}, {" / ", "/"}, {"*", "·"}, {"-", "−"}}};
    const std::string plain = with_names(text, [&](std::string_view name, std::size_t&) {
        const auto found = variables.find(std::string(name));
        return found == variables.end() ? std::string(name) : in_brackets(shortened(found->second));
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
