// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/number_expression.h"

#include <algorithm>

namespace stepzero {

std::optional<Expression> NumberExpression::with_numbers(const NumberVariables& variables) const
{
    Expression numbers = expression_;
    for (Expression::Node& node : numbers.nodes)
        if (node.op == Expression::Op::variable) {
            const auto found = variables.find(known_.at(std::size_t(node.number)));
            if (found == variables.end())
                return std::nullopt;
            node = {.op = Expression::Op::number, .number = found->second};
        }
    return numbers;
}

std::optional<double> NumberExpression::value(const NumberVariables& variables) const
{
    const std::optional<Expression> numbers = with_numbers(variables);
    return numbers ? std::optional(numbers->value(0.0)) : std::nullopt;
}

std::vector<std::string> NumberExpression::variables() const
{
    std::vector<std::string> used;
    for (const Expression::Node& node : expression_.nodes)
        if (node.op == Expression::Op::variable) {
            const std::string& name = known_.at(std::size_t(node.number));
            if (std::ranges::find(used, name) == used.end())
                used.push_back(name);
        }
    return used;
}

std::variant<NumberExpression, FormulaProblem> read_number_expression(std::string_view text, const NumberNames& names)
{
    auto read = read_expression(text, names);
    if (auto* problem = std::get_if<FormulaProblem>(&read))
        return std::move(*problem);
    return NumberExpression(std::move(std::get<Expression>(read)), names.variables);
}

std::optional<double> number_value(std::string_view text, const NumberVariables& variables)
{
    NumberNames names;
    for (const auto& variable : variables)
        names.variables.push_back(variable.first);
    const auto read = read_number_expression(text, names);
    const auto* expression = std::get_if<NumberExpression>(&read);
    return expression ? expression->value(variables) : std::nullopt;
}

}   // namespace stepzero
