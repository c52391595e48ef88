// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/recipe_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>

#include "core/activation/expression.h"
#include "core/words/problem.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr std::array functions {"exp", "log", "max", "min", "sqrt"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_function(std::string_view name) { return std::ranges::find(functions, name) != functions.end(); }

/// Behind a number that begins at `i`, whose exponent is not a name.
std::size_t behind_number(std::string_view text, std::size_t i)
{
    while (i < text.size() && (is_digit(text[i]) || text[i] == '.'))
        ++i;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-');
        if (i + 1 + sign < text.size() && is_digit(text[i + 1 + sign]))
            for (i += 1 + sign; i < text.size() && is_digit(text[i]);)
                ++i;
    }
    return i;
}

/// The text with something in place of each name that is no function's.
std::string with_names(std::string_view text, const std::function<std::string(const std::string& name)>& value)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        if (is_letter(text[i])) {
            while (i < text.size() && (is_letter(text[i]) || is_digit(text[i])))
                ++i;
            const std::string name(text.substr(begin, i - begin));
            result += is_function(name) ? name : value(name);
        } else {
            i = is_digit(text[i]) || text[i] == '.' ? behind_number(text, i) : i + 1;
            result += text.substr(begin, i - begin);
        }
    }
    return result;
}

std::string in_brackets(double number)
{
    const std::string text = number_text(number);
    return number < 0 ? "(" + text + ")" : text;
}

/// To six digits.
double shortened(double number)
{
    if (number == 0 || !std::isfinite(number))
        return number;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 5);
    return unit < 1 ? std::round(number / unit) / std::round(1 / unit) : std::round(number);
}

}   // namespace

std::optional<std::string> recipe_number_problem(std::string_view text, const std::vector<std::string>& known)
{
    constexpr const char* wanted = "must be a number, or an expression such as \"sigma / sqrt(2 * layers)\": ";
    if (text.find_first_not_of(" \t") == std::string_view::npos)
        return std::string(wanted) + "it is empty";
    std::optional<std::string> problem;
    // A name as so many digits: then places in the reader's sentences are those of the text.
    const std::string numbers = with_names(text, [&](const std::string& name) {
        if (!problem && std::ranges::find(known, name) == known.end()) {
            std::vector<std::string> words = known;
            words.insert(words.end(), functions.begin(), functions.end());
            problem = wanted + quote(name) + " is not known" + suggestion(name, words) + " (known: " + list_text(words)
                + ")";
        }
        return std::string(name.size(), '1');
    });
    if (problem)
        return problem;
    const auto read = read_expression(numbers);
    if (const auto* found = std::get_if<FormulaProblem>(&read))
        return wanted + found->sentence + ", got " + quote(text);
    return {};
}

std::optional<double> recipe_number(std::string_view text, const RecipeVariables& variables)
{
    bool complete = true;
    const std::string numbers = with_names(text, [&](const std::string& name) {
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
    const std::string plain = with_names(text, [&](const std::string& name) {
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
