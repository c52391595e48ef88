// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <numbers>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression.h"
#include "core/math/activation/expression_names.h"

namespace stepzero {

namespace {

using Op = Expression::Op;

constexpr int deepest = 60;   // maximum nesting of brackets

std::string quoted(std::string_view text) { return "“" + std::string(text) + "”"; }

// Names

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

struct NamedConstant {
    std::string_view name;
    double value;
};
constexpr std::array<NamedConstant, 2> constants {{{"pi", std::numbers::pi}, {"e", std::numbers::e}}};

/// A function of several arguments. An operation follows the second argument and each further one.
struct ManyFunction {
    std::string_view name;
    int least, most;   // numbers of arguments
    Op second, further;
};
constexpr std::array<ManyFunction, 5> many_functions {{{"atan2", 2, 2, Op::atan2, Op::atan2},
    {"clamp", 3, 3, Op::maximum, Op::minimum}, {"max", 1, int(longest_formula), Op::maximum, Op::maximum},
    {"min", 1, int(longest_formula), Op::minimum, Op::minimum}, {"pow", 2, 2, Op::power, Op::power}}};

/// The variables of an expression: z or x in a function, else the names of numbers.
class KnownVariables {
public:
    explicit KnownVariables(const NumberNames* numbers) : numbers_(numbers) { }

    bool is_function() const { return !numbers_; }
    /// Returns the index of a variable; absent when the name is not one.
    std::optional<std::size_t> find(std::string_view name) const
    {
        if (!numbers_)
            return name == "z" || name == "x" ? std::optional<std::size_t>(0) : std::nullopt;
        const auto found = std::ranges::find(numbers_->variables, name);
        return found == numbers_->variables.end() ? std::nullopt
                                                  : std::optional(std::size_t(found - numbers_->variables.begin()));
    }
    FormulaProblem unknown(std::string_view name, std::size_t position) const;

private:
    const NumberNames* numbers_;
};
bool is_function(std::string_view name)
{
    return std::binary_search(formula_functions().begin(), formula_functions().end(), name);
}

/// Returns the known name closest to `name`; empty when none is close.
std::string meant_name(std::string_view name)
{
    static const std::map<std::string, std::string, std::less<>> others {{"arctan", "atan"}, {"arcsin", "asin"},
        {"arccos", "acos"}, {"fabs", "abs"}, {"sgn", "sign"}, {"heaviside", "step"}, {"logistic", "sigmoid"},
        {"maximum", "max"}, {"minimum", "min"}, {"clip", "clamp"}, {"cdf", "Phi"}, {"round", "rint"}, {"y", "z"},
        {"t", "z"}, {"u", "z"}};
    std::string low(name);
    for (char& c : low)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    if (const auto found = others.find(low); found != others.end())
        return found->second;
    const std::string* nearest = nearest_name(low, formula_functions());
    return nearest ? *nearest : std::string();
}

FormulaProblem KnownVariables::unknown(std::string_view name, std::size_t position) const
{
    const auto problem = [&](Text sentence) {
        return FormulaProblem {std::move(sentence), position, std::string(name)};
    };
    const auto did_you_mean = [&](const std::string& meant) {
        return problem(tr("unknown name %1 at %2: did you mean %3?", quoted(name), position, meant));
    };
    if (is_function()) {
        const std::string meant = meant_name(name);
        return meant.empty() ? problem(tr("unknown name %1 at %2 (the variable is z)", quoted(name), position))
                             : did_you_mean(meant);
    }
    if (const auto found = numbers_->meant.find(name); found != numbers_->meant.end()) {
        const std::vector<std::string>& meant = found->second;
        return meant.size() == 1
            ? did_you_mean(meant[0])
            : problem(tr("unknown name %1 at %2: did you mean %3 or %4?", quoted(name), position, meant[0], meant[1]));
    }
    if (const std::string* nearest = nearest_name(std::string(name), numbers_->variables))
        return did_you_mean(*nearest);
    if (const std::string meant = meant_name(name); !meant.empty() && meant != "z")
        return did_you_mean(meant);
    return numbers_->variables.empty() ? problem(tr("unknown name %1 at %2", quoted(name), position))
                                       : problem(tr("unknown name %1 at %2 (the variables are %3)", quoted(name),
                                           position, list_text(numbers_->variables)));
}

// Lexical analysis

/// The text in ASCII characters of the grammar, and the original position of each byte.
struct Plain {
    std::string text;
    std::vector<std::size_t> position;   // in characters from 1; one extra entry at the end
};

/// The square root sign in a Plain text: a byte that cannot be typed.
constexpr char root_sign = '\x01';
constexpr std::string_view typeset_root = "√";

/// Accepts typeset characters, because formulas are copied from web pages: −, ·, ×, π, √, ² and Φ.
std::variant<Plain, FormulaProblem> plain(std::string_view text)
{
    static const std::array<std::pair<std::string_view, std::string_view>, 10> typeset {
        {{"−", "-"}, {"·", "*"}, {"×", "*"}, {"π", "pi"}, {"²", "^2"}, {"³", "^3"}, {"Φ", "Phi"}, {"≤", "<="},
            {"≥", ">="}, {typeset_root, {&root_sign, 1}}}};
    constexpr std::string_view allowed = "+-*/^()<>=!&|?:,._ \t";
    Plain result;
    std::size_t character = 0;
    for (std::size_t i = 0; i < text.size();) {
        ++character;
        std::size_t bytes = 1;
        while (i + bytes < text.size() && (static_cast<unsigned char>(text[i + bytes]) & 0xc0) == 0x80)
            ++bytes;
        const std::string_view one = text.substr(i, bytes);
        std::string_view meant = one;
        for (const auto& [from, to] : typeset)
            if (one == from)
                meant = to;
        if (meant == one
            && (bytes > 1
                || !(std::isalnum(static_cast<unsigned char>(one[0]))
                    || allowed.find(one[0]) != std::string_view::npos)))
            return FormulaProblem {static_cast<unsigned char>(one[0]) < 0x20
                    ? tr("the control character at %1 has no meaning in a formula", character)
                    : tr("%1 at %2 has no meaning in a formula", quoted(one), character),
                character};
        for (const char c : meant) {
            result.text += c == '\t' ? ' ' : c;
            result.position.push_back(character);
        }
        i += bytes;
    }
    result.position.push_back(character + 1);
    return result;
}

struct Token {
    enum class Kind { number, name, sign, end };
    Kind kind;
    std::string_view text;
    std::size_t position;   // position of the first character, counted from 1
    double number = 0;

    bool is(char sign) const { return text.size() == 1 && text[0] == sign; }
};

/// Splits a text into words, numbers and signs. Throws FormulaProblem with a helpful message for common mistakes.
class Lexer {
public:
    Lexer(const Plain& plain, const KnownVariables& variables)
        : text_(plain.text), position_(plain.position), variables_(variables)
    {
    }

    std::vector<Token> tokens()
    {
        for (skip_spaces(); at_ < text_.size(); skip_spaces())
            found_.push_back(next());
        if (!open_.empty())
            throw FormulaProblem {tr("the bracket opened at %1 is not closed", open_.back()), open_.back()};
        if (found_.empty())
            throw FormulaProblem {
                variables_.is_function() ? tr("no formula yet: type one in z, such as z*tanh(z)") : tr("it is empty"),
                std::nullopt};
        found_.push_back({Token::Kind::end, {}, position_.back()});
        return std::move(found_);
    }

private:
    static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
    static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

    void skip_spaces()
    {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }

    Token next()
    {
        const char c = text_[at_];
        const std::size_t begin = at_, position = position_[begin];
        const bool starts_number = is_digit(c) || c == '.';
        if (value_before_ && (is_letter(c) || starts_number || c == '(' || c == root_sign))
            throw FormulaProblem {c == '(' ? tr("an operator is missing at %1, before the bracket", position)
                                           : tr("an operator is missing at %1: a product is written with *", position),
                position};
        Token token {Token::Kind::sign, {}, position};
        if (is_letter(c)) {
            token.kind = Token::Kind::name;
            value_before_ = name(position);
        } else if (starts_number) {
            token.kind = Token::Kind::number;
            token.number = number(position);
            value_before_ = true;
        } else {
            value_before_ = c == ')';
            sign(position);
        }
        token.text = c == root_sign ? typeset_root : text_.substr(begin, at_ - begin);
        return token;
    }

    /// Takes a name. Returns whether it is a value; otherwise it is a function, which a bracket follows.
    bool name(std::size_t position)
    {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
            ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (variables_.find(name))
            return true;
        if (is_function(name)) {
            const std::size_t after = text_.find_first_not_of(' ', at_);
            if (after == std::string_view::npos || text_[after] != '(')
                throw FormulaProblem {variables_.is_function()
                        ? tr("%1 at %2 is a function: write %3(z)", quoted(name), position, name)
                        : tr("%1 at %2 is a function: write %3(…)", quoted(name), position, name),
                    position};
            return false;
        }
        if (!find_member(constants, name))
            throw variables_.unknown(name, position);
        return true;
    }

    double number(std::size_t position)
    {
        const std::size_t begin = at_;
        at_ = end_of_number(text_, at_);
        double value = 0;
        const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
        if (error != std::errc() || end != text_.data() + at_)
            throw FormulaProblem {
                tr("%1 at %2 is not a number that can be used", quoted(text_.substr(begin, at_ - begin)), position),
                position};
        return value;
    }

    void sign(std::size_t position)
    {
        const char c = text_[at_];
        if (c == '(') {
            open_.push_back(position);
            if (open_.size() > deepest)
                throw FormulaProblem {
                    tr("brackets are nested too deeply: at most %1 levels are allowed", deepest), position};
        } else if (c == ')') {
            if (open_.empty())
                throw FormulaProblem {tr("the closing bracket at %1 has no opening bracket", position), position};
            open_.pop_back();
        }
        at_ += size_of_sign(position);
    }

    /// Returns the number of characters of an operator or another sign: 1 or 2.
    std::size_t size_of_sign(std::size_t position) const
    {
        constexpr std::array<std::string_view, 6> pairs {"==", "!=", "<=", ">=", "&&", "||"};
        const char c = text_[at_];
        const std::string_view two = text_.substr(at_, 2);
        if (std::ranges::find(pairs, two) != pairs.end())
            return 2;
        if (two == "**")
            throw FormulaProblem {tr("at %1, write the power with ^, not with **", position), position};
        if (c == '=')
            throw FormulaProblem {
                tr("an equals sign alone, at %1, means nothing here: to compare, write ==", position), position};
        if (c == '!' || c == '&' || c == '|')
            throw FormulaProblem {
                tr("%1 alone, at %2, means nothing here", quoted(text_.substr(at_, 1)), position), position};
        return 1;
    }

    std::string_view text_;
    const std::vector<std::size_t>& position_;
    const KnownVariables& variables_;
    std::size_t at_ = 0;
    std::vector<Token> found_;
    std::vector<std::size_t> open_;   // positions of opening brackets
    bool value_before_ = false;   // an operator must follow
};

// Grammar

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
        const std::string token = quoted(next_->text);
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
    const auto characters = plain(text);
    if (const auto* problem = std::get_if<FormulaProblem>(&characters))
        return *problem;
    try {
        const std::vector<Token> tokens = Lexer(std::get<Plain>(characters), variables).tokens();
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
