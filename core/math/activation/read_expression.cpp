// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression.h"
#include "core/math/activation/formula_tokens.h"

namespace stepzero {

namespace {

using Op = Expression::Op;

/// The registry's activations at their default parameters, plus other names from the literature.
const std::map<std::string, ActivationFunction, std::less<>>& activation_functions()
{
    static const std::map<std::string, ActivationFunction, std::less<>> all = [] {
        std::map<std::string, ActivationFunction, std::less<>> made;
        for (const ActivationInfo& info : activations())
            if (info.name != formula_name)
                made.emplace(info.name, ActivationFunction({info.name, {}}));
        made.emplace("swish", ActivationFunction({"silu", {}}));
        return made;
    }();
    return all;
}

/// A function of several arguments. An operation follows the second argument and each further one.
struct ManyFunction {
    std::string_view name;
    int least, most;   // numbers of arguments
    Op second, further;
};
constexpr std::array<ManyFunction, 5> many_functions {{{"atan2", 2, 2, Op::atan2, Op::atan2},
    {"clamp", 3, 3, Op::maximum, Op::minimum}, {"max", 1, int(longest_formula), Op::maximum, Op::maximum},
    {"min", 1, int(longest_formula), Op::minimum, Op::minimum}, {"pow", 2, 2, Op::power, Op::power}}};

/// Recursive descent parser. Throws FormulaProblem.
class Reader {
public:
    Reader(const std::vector<Token>& tokens, const KnownVariables& variables)
        : next_(tokens.data()), variables_(variables)
    {
    }

    Expression read()
    {
        choice();
        if (next_->is(','))
            throw FormulaProblem {
                tr("there is a comma outside of a function's brackets: a formula has one value"), next_->position};
        if (next_->kind != Token::Kind::end)
            unexpected();
        return std::move(expression_);
    }

private:
    struct Operator {
        std::string_view sign;
        Op op;
        int level;   // higher binds more tightly
    };
    static constexpr int product_level = 5;
    static constexpr std::array<Operator, 12> operators {
        {{"||", Op::either, 0}, {"&&", Op::both, 1}, {"==", Op::equal, 2}, {"!=", Op::unequal, 2}, {"<", Op::less, 3},
            {"<=", Op::less_equal, 3}, {">", Op::greater, 3}, {">=", Op::greater_equal, 3}, {"+", Op::add, 4},
            {"-", Op::subtract, 4}, {"*", Op::multiply, product_level}, {"/", Op::divide, product_level}}};

    [[noreturn]] void unexpected() const
    {
        const std::string token = quoted_name(next_->text);
        const std::size_t position = next_->position;
        if (next_->kind == Token::Kind::end)
            throw FormulaProblem {tr("the formula ends too early: something is missing at its end"), position};
        if (next_->is(','))
            throw FormulaProblem {tr("unexpected comma at %1", position), position};
        if (next_->is(')'))
            throw FormulaProblem {
                tr("unexpected bracket %1: something is missing before it, at %2", token, position), position};
        if (next_->is('?') || next_->is(':'))
            throw FormulaProblem {
                tr("misplaced “?” or “:” (a choice is written condition ? this : that), at %1", position), position};
        throw FormulaProblem {variables_.is_function()
                ? tr("unexpected operator %1: a number or z is missing before it, at %2", token, position)
                : tr("unexpected operator %1: a number is missing before it, at %2", token, position),
            position};
    }
    bool take(std::string_view sign)
    {
        const bool found = next_->kind == Token::Kind::sign && next_->text == sign;
        next_ += found;
        return found;
    }

    /// Appends a node. Operations on constants are folded into a constant.
    void add(const Expression::Node& node)
    {
        std::vector<Expression::Node>& nodes = expression_.nodes;
        nodes.push_back(node);
        const std::size_t size = std::size_t(Expression::arguments(node.op)) + 1;
        if (size == 1 || !std::all_of(nodes.end() - std::ptrdiff_t(size), nodes.end() - 1, [](const auto& argument) {
                return argument.op == Op::number;
            }))
            return;
        const Expression constant {{nodes.end() - std::ptrdiff_t(size), nodes.end()}};
        nodes.resize(nodes.size() - size);
        nodes.push_back({.op = Op::number, .number = constant.value(0)});
    }

    void choice()
    {
        binary(0);
        if (!take("?"))
            return;
        choice();
        if (!take(":"))
            throw FormulaProblem {
                tr("the choice lacks its second half: write condition ? this : that"), next_->position};
        choice();
        add({.op = Op::choose});
    }

    void binary(int level)
    {
        if (level > product_level)
            return negation();
        binary(level + 1);
        while (true) {
            const auto found = std::find_if(operators.begin(), operators.end(),
                [&](const Operator& known) { return known.level == level && take(known.sign); });
            if (found == operators.end())
                return;
            binary(level + 1);
            add({.op = found->op});
        }
    }

    /// A sign binds less tightly than a power: −z^2 is −(z^2).
    void negation()
    {
        if (take("-")) {
            negation();
            return add({.op = Op::negate});
        }
        if (take("+"))
            return negation();
        value();
        if (take("^")) {
            negation();
            add({.op = Op::power});
        }
    }

    void value()
    {
        const Token& token = *next_;
        if (take("(")) {
            choice();
            if (!take(")"))
                unexpected();
        } else if (take(typeset_root)) {   // applies to the next value only: √2/3 is (√2)/3
            value();
            add({.op = Op::elementary, .elementary = find_elementary_function("sqrt")});
        } else if (token.kind == Token::Kind::number) {
            ++next_;
            add({.op = Op::number, .number = token.number});
        } else if (token.kind == Token::Kind::name) {
            ++next_;
            if (const auto variable = variables_.find(token.text))
                add({.op = Op::variable, .number = double(*variable)});
            else if (const NamedConstant* constant = find_member(constants, token.text))
                add({.op = Op::number, .number = constant->value});
            else
                call(token);
        } else {
            unexpected();
        }
    }

    void call(const Token& function)
    {
        const std::string_view name = function.text;
        const ManyFunction* many = find_member(many_functions, name);
        const int most = many ? many->most : 1;
        take("(");
        int count = 0;
        if (!take(")")) {
            do {
                if (count == most)
                    throw FormulaProblem {tr("too many arguments for %1", name), function.position};
                choice();
                ++count;
                if (many && count > 1)
                    add({.op = count == 2 ? many->second : many->further});
            } while (take(","));
            if (!take(")"))
                unexpected();
        }
        if (count < (many ? many->least : 1))
            throw FormulaProblem {tr("too few arguments for %1", name), function.position};
        if (const ElementaryFunction* elementary = find_elementary_function(name))
            add({.op = Op::elementary, .elementary = elementary});
        else if (const auto found = activation_functions().find(name); found != activation_functions().end())
            add({.op = Op::activation, .activation = &found->second});
    }

    const Token* next_;
    const KnownVariables& variables_;
    Expression expression_;
};

std::variant<Expression, FormulaProblem> read_with(std::string_view text, const KnownVariables& variables)
{
    if (text.size() > longest_formula)
        return FormulaProblem {
            tr("the formula is too long: at most %1 characters are allowed", longest_formula), std::nullopt};
    const auto characters = plain_formula(text);
    if (const auto* problem = std::get_if<FormulaProblem>(&characters))
        return *problem;
    try {
        const std::vector<Token> tokens = formula_tokens(std::get<PlainFormula>(characters), variables);
        return Reader(tokens, variables).read();
    } catch (const FormulaProblem& problem) {
        return problem;
    }
}

}   // namespace

const std::vector<std::string>& formula_functions()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const ManyFunction& function : many_functions)
            names.emplace_back(function.name);
        for (const ElementaryFunction& function : elementary_functions())
            names.emplace_back(function.name);
        for (const auto& [name, function] : activation_functions())
            names.push_back(name);
        std::sort(names.begin(), names.end());
        return names;
    }();
    return all;
}

std::variant<Expression, FormulaProblem> read_expression(std::string_view text)
{
    return read_with(text, KnownVariables(nullptr));
}

std::variant<Expression, FormulaProblem> read_expression(std::string_view text, const NumberNames& names)
{
    return read_with(text, KnownVariables(&names));
}

}   // namespace stepzero
