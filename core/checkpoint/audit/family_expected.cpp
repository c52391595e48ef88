// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/family_expected.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/files/validate.h"

namespace stepzero {

namespace {

constexpr std::uint64_t most_columns = 65536;   // maximum length of a row given entry by entry

std::optional<Expected> expected_row(const FamilyLaw& law, RecipeVariables variables, std::uint64_t columns)
{
    Expected expected {.draw = {}, .formula = law.row, .source = law.source};
    if (columns > most_columns)
        return {};
    for (std::uint64_t column = 1; column <= columns; ++column) {
        variables["column"] = double(column);
        const auto value = recipe_number(law.row, variables);
        if (!value)
            return {};
        expected.row.push_back(*value);
    }
    variables.erase("column");
    expected.formula = recipe_formula(law.row, variables);
    return expected;
}

std::optional<Expected> expected_range(const FamilyLaw& law, const RecipeVariables& variables)
{
    const auto low = recipe_number(law.low, variables), high = recipe_number(law.high, variables);
    if (!low || !high || !(*low <= *high))
        return {};
    return Expected {.draw = {},
        .range = std::pair(*low, *high),
        .formula = "[" + recipe_formula(law.low, variables) + ", " + recipe_formula(law.high, variables) + "]",
        .source = law.source};
}

}   // namespace

Draw Expected::draw_with(Shape other) const
{
    Draw of_other = draw_of(initializer, other, Role::weight);
    of_other.scale *= factor;
    of_other.shift *= factor;
    return of_other;
}

std::string initializer_formula(
    const Initializer& initializer, const std::function<std::string(const std::string& parameter)>& number)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    const Parameters all = completed(initializer).parameters;
    if (const std::string& value = scheme->everywhere; !value.empty())
        return value.front() == '{' ? number(value.substr(1, value.size() - 2)) : value;
    std::string text = scheme->name;
    std::vector<std::string> named;
    const bool by_std = !scheme->deviation.empty() && !initializer.parameters.contains("mean");
    if (by_std)
        text = number(scheme->deviation);
    for (const ParameterInfo& info : scheme->parameters) {
        const auto given = initializer.parameters.find(info.name);
        if (given == initializer.parameters.end() || (by_std && info.name == scheme->deviation) || !applies(info, all))
            continue;
        named.push_back(
            info.name + " " + (is_numeric(info) ? number(info.name) : std::get<std::string>(given->second)));
    }
    if (!scheme->untruncated.empty())
        named.insert(named.begin(), "truncated");
    return named.empty() ? text : text + " (" + list_text(named) + ")";
}

std::optional<Expected> expected_of(
    const FamilyLaw& law, RecipeVariables variables, const Shape& shape, Role role, std::uint64_t columns)
{
    variables["fan_in"] = shape.fan_in;
    variables["fan_out"] = shape.fan_out;
    if (!law.row.empty())
        return expected_row(law, std::move(variables), columns);
    if (!law.low.empty())
        return expected_range(law, variables);
    Initializer plain = law.initializer;
    std::map<std::string, std::string> texts;   // numbers as written in the family file
    for (const ParameterInfo& info : find_scheme(plain.scheme)->parameters) {
        const auto given = plain.parameters.find(info.name);
        if (given == plain.parameters.end())
            continue;
        if (const std::string* text = typed_text(given->second)) {
            texts[info.name] = recipe_formula(*text, variables);
            const auto value = recipe_number(*text, variables);
            if (!value)
                return {};
            given->second = *value;
        } else if (const auto* number = std::get_if<double>(&given->second)) {
            texts[info.name] = number_text(*number);
        }
    }
    Problems problems;
    check_initializer(problems, "", plain, role, find_scheme(plain.scheme)->needs_convolution);
    const auto factor = recipe_number(law.factor.empty() ? "1" : law.factor, variables);
    if (!problems.empty() || !factor)
        return {};
    Expected expected {.draw = draw_of(plain, shape, role),
        .initializer = completed(plain),
        .factor = *factor,
        .shape = shape,
        .source = law.source};
    expected.draw.scale *= *factor;
    expected.draw.shift *= *factor;
    if (!std::isfinite(expected.draw.scale))   // an empty tensor has no fan
        return {};
    expected.formula
        = initializer_formula(law.initializer, [&](const std::string& parameter) { return texts.at(parameter); });
    if (!law.factor.empty()) {
        const std::string factor_text = recipe_formula(law.factor, variables);
        expected.formula += factor_text.starts_with("1/") ? factor_text.substr(1) : " · " + factor_text;
    }
    return expected;
}

}   // namespace stepzero
