// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/words/words.h"
#include "core/math/activation/expression.h"
#include "core/network/init/typed_law.h"

namespace stepzero {

namespace {

using Op = Expression::Op;

/// Text of an expression with the properties needed to insert it into another: precedence of its outermost operator,
/// and its kind.
struct Piece {
    std::string text;
    int level;
    enum class Kind { number, truth, values } kind = Kind::values;
    double number = 0;
    std::size_t begin = 0;   // index of its first node
};

/// How tightly a piece holds together, from the loosest on. An operand that binds less needs brackets.
struct Binding {
    static constexpr int comparison = 1, sum = 2, product = 3, sign = 4, power = 5, whole = 6;
};

std::string bracketed(const Piece& piece, int least)
{
    return piece.level < least ? "(" + piece.text + ")" : piece.text;
}

std::string filled(const std::string& pattern, const std::vector<std::string>& arguments)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] == '{') {
            text += arguments.at(std::size_t(pattern[i + 1] - '0'));
            i += 2;
        } else {
            text += pattern[i];
        }
    return text;
}

/// Returns whether the values of all parts of an expression at z are at most this large.
bool parts_fit(const Expression& expression, double z, double largest)
{
    std::vector<std::size_t> begins;   // index of the first node of each argument
    for (std::size_t i = 0; i < expression.nodes.size(); ++i) {
        const auto count = std::size_t(Expression::arguments(expression.nodes[i].op));
        begins.push_back(i);
        begins.resize(begins.size() - count);
        const auto begin = expression.nodes.begin();
        const Expression part {{begin + std::ptrdiff_t(begins.back()), begin + std::ptrdiff_t(i) + 1}};
        if (!(std::abs(part.value(z)) <= largest))
            return false;
    }
    return true;
}

/// Returns whether all parts of φ(z) and its slope are finite in float32.
bool fits_float32(const Expression& expression, double z)
{
    if (!parts_fit(expression, z, std::numeric_limits<float>::max()))
        return false;
    double slope;
    expression.derivative(&z, &slope, 1);
    return std::isfinite(slope);
}

class FormulaWriter {
public:
    explicit FormulaWriter(const PythonFunctions& words) : words_(words) { }

    std::string write(const Expression& expression)
    {
        std::vector<Piece> pieces;
        for (std::size_t i = 0; i < expression.nodes.size(); ++i) {
            const Expression::Node& node = expression.nodes[i];
            const auto arguments = pieces.end() - Expression::arguments(node.op);
            std::vector<Piece> own(arguments, pieces.end());
            const std::size_t begin = own.empty() ? i : own.front().begin;
            if (node.op == Op::choose && !is_number())
                guard(expression, own, i);
            Piece made = piece(node, own);
            made.begin = begin;
            pieces.erase(arguments, pieces.end());
            pieces.push_back(std::move(made));
        }
        return values(pieces.at(0)).text;
    }

private:
    /// Returns whether the expression is a number, not a function of an array.
    bool is_number() const { return !words_.variables.empty(); }

    static Piece number(double value)
    {
        const std::string text = std::isfinite(value) ? number_text(value)
            : std::isnan(value)                       ? "math.nan"
            : value > 0                               ? "math.inf"
                                                      : "-math.inf";
        return {text, value < 0 ? Binding::sign : Binding::whole, Piece::Kind::number, value};
    }
    /// Converts a truth value to the number 0 or 1.
    Piece numeric(const Piece& p) const
    {
        return p.kind == Piece::Kind::truth ? Piece {filled(words_.number, {p.text}), Binding::whole} : p;
    }
    /// Converts a number to an array, where the variable is one.
    Piece values(const Piece& p) const
    {
        return p.kind == Piece::Kind::number && !is_number()
            ? Piece {"0 * x + " + bracketed(p, Binding::whole), Binding::sum}
            : numeric(p);
    }
    static Piece truth(const Piece& p)
    {
        return p.kind == Piece::Kind::truth
            ? p
            : Piece {bracketed(p, Binding::sum) + " != 0", Binding::comparison, Piece::Kind::truth};
    }
    static std::string floating(const Piece& p)
    {
        const bool whole_number = p.kind == Piece::Kind::number && p.text.find_first_of(".e") == std::string::npos;
        return whole_number ? p.text + ".0" : p.text;
    }

    Piece call(const std::string& name, const std::vector<std::string>& arguments) const
    {
        if (const auto found = words_.others.find(name); found != words_.others.end())
            return {filled(found->second, arguments), Binding::whole};
        return {words_.functions + name + "(" + list_text(arguments) + ")", Binding::whole};
    }

    Piece operation(const char* text, const Piece& a, const Piece& b, int level) const
    {
        const bool to_the_power = level == Binding::power;
        return {bracketed(numeric(a), to_the_power ? Binding::whole : level) + text
                + bracketed(numeric(b), to_the_power ? Binding::sign : level + 1),
            level};
    }
    Piece compared(const char* text, const Piece& a, const Piece& b) const
    {
        Piece p = operation(text, values(a), b, Binding::sum);
        return {p.text, Binding::comparison, Piece::Kind::truth};
    }

    /// Returns the extreme of two pieces, one of which may be a number.
    Piece extreme(const std::string& name, const Piece& a, const Piece& b) const
    {
        const bool first = a.kind == Piece::Kind::number, second = b.kind == Piece::Kind::number;
        if (!first && !second)
            return call(name, {numeric(a).text, numeric(b).text});
        return call(name + " number", {numeric(first ? b : a).text, floating(first ? a : b)});
    }

    Piece logical(bool both, const Piece& a, const Piece& b) const
    {
        for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
            if (one->kind == Piece::Kind::number)
                return (one->number != 0) == both ? truth(*other) : number(!both);
        Piece result = call(both ? "logical_and" : "logical_or", {truth(a).text, truth(b).text});
        result.kind = Piece::Kind::truth;
        return result;
    }

    Piece chosen(const Piece& condition, const Piece& a, const Piece& b) const
    {
        if (condition.kind == Piece::Kind::number)
            return condition.number != 0 ? a : b;
        return call("where", {truth(condition).text, floating(numeric(a)), floating(numeric(b))});
    }

    /// A gradient passes through both branches of a choice. A branch that is not finite where the other one is chosen
    /// is therefore evaluated there at a number for which it is finite.
    void guard(const Expression& expression, std::vector<Piece>& p, std::size_t end) const
    {
        const auto part = [&](std::size_t from, std::size_t to) {
            const auto begin = expression.nodes.begin();
            return Expression {{begin + std::ptrdiff_t(from), begin + std::ptrdiff_t(to)}};
        };
        const Expression condition = part(p[0].begin, p[1].begin);
        const Expression halves[] = {part(p[1].begin, p[2].begin), part(p[2].begin, end)};
        for (const bool first : {true, false}) {
            const Expression& half = halves[first ? 0 : 1];
            Piece& piece = p[first ? 1 : 2];
            bool needed = false;
            for (int z = -100; z <= 100; ++z)
                needed = needed || ((condition.value(z) != 0) != first && !fits_float32(half, z));
            constexpr std::array numbers {0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 10.0, -10.0};
            const auto safe = std::ranges::find_if(numbers, [&](double z) { return fits_float32(half, z); });
            if (!needed || safe == numbers.end() || p[0].kind == Piece::Kind::number)
                continue;
            const Piece instead = number(*safe), x {"x", Binding::whole};
            const Piece asked = first ? chosen(p[0], x, instead) : chosen(p[0], instead, x);
            piece = {"(lambda x: " + numeric(piece).text + ")(" + asked.text + ")", Binding::whole, Piece::Kind::values,
                0, piece.begin};
        }
    }

    Piece activation(const ActivationFunction& phi, const Piece& of) const
    {
        const ActivationInfo& info = phi.info();
        if (is_identity(phi))
            return of;
        if (!info.code.function.empty())
            return call(info.code.function, {numeric(of).text});
        Activation known {info.name, {}};
        if (!info.fixed.empty())   // a learned slope is a constant here
            known = {info.fixed, completed(known).parameters};
        const std::string text = python_activation(completed(known), words_);
        return {filled(words_.called, {text}) + "(" + values(of).text + ")", Binding::whole};
    }

    Piece piece(const Expression::Node& node, const std::vector<Piece>& p) const
    {
        switch (node.op) {
        case Op::number:
            return number(node.number);
        case Op::variable:
            return {is_number() ? words_.variables.at(std::size_t(node.number)) : "x", Binding::whole};
        case Op::negate:
            return {"-" + bracketed(numeric(p[0]), Binding::power), Binding::sign};
        case Op::add:
            return operation(" + ", p[0], p[1], Binding::sum);
        case Op::subtract:
            return operation(" - ", p[0], p[1], Binding::sum);
        case Op::multiply:
            return operation(" * ", p[0], p[1], Binding::product);
        case Op::divide:
            return operation(" / ", p[0], p[1], Binding::product);
        case Op::power:
            return operation(" ** ", p[0], p[1], Binding::power);
        case Op::atan2:
            return call("arctan2", {values(p[0]).text, values(p[1]).text});
        case Op::minimum:
            return extreme("minimum", p[0], p[1]);
        case Op::maximum:
            return extreme("maximum", p[0], p[1]);
        case Op::less:
            return compared(" < ", p[0], p[1]);
        case Op::less_equal:
            return compared(" <= ", p[0], p[1]);
        case Op::greater:
            return compared(" > ", p[0], p[1]);
        case Op::greater_equal:
            return compared(" >= ", p[0], p[1]);
        case Op::equal:
            return compared(" == ", p[0], p[1]);
        case Op::unequal:
            return compared(" != ", p[0], p[1]);
        case Op::both:
            return logical(true, p[0], p[1]);
        case Op::either:
            return logical(false, p[0], p[1]);
        case Op::choose:
            return chosen(p[0], p[1], p[2]);
        case Op::elementary: {
            if (node.elementary->name == "step")
                return compared(" > ", p[0], number(0));
            static const std::map<std::string_view, std::string> numpy {{"asin", "arcsin"}, {"acos", "arccos"},
                {"atan", "arctan"}, {"asinh", "arcsinh"}, {"acosh", "arccosh"}, {"atanh", "arctanh"}, {"ln", "log"}};
            const auto found = numpy.find(node.elementary->name);
            return call(found == numpy.end() ? std::string(node.elementary->name) : found->second,
                {bracketed(numeric(p[0]), Binding::sum)});
        }
        case Op::activation:
            return activation(*node.activation, p[0]);
        }
        return {};
    }

    const PythonFunctions& words_;
};

}   // namespace

namespace {

/// φ(z) evaluated part by part in float32.
struct InFloat32 {
    float value;
    bool overflows;   // a relevant part overflows: a gradient through it may be 0·∞
};
InFloat32 in_float32(const Expression& expression, float z)
{
    std::vector<InFloat32> stack;
    for (const Expression::Node& node : expression.nodes) {
        const auto arguments = stack.end() - Expression::arguments(node.op);
        Expression part;
        for (auto argument = arguments; argument != stack.end(); ++argument)
            part.nodes.push_back({.op = Op::number, .number = double(argument->value)});
        part.nodes.push_back(node);
        InFloat32 made {float(part.value(double(z))), false};
        made.overflows = node.op != Op::number && std::isinf(made.value);
        for (auto argument = arguments; argument != stack.end(); ++argument) {
            const bool taken = node.op != Op::choose || argument == arguments
                || (argument - arguments == 1) == (arguments->value != 0);
            made.overflows = made.overflows || (taken && argument->overflows);
        }
        stack.erase(arguments, stack.end());
        stack.push_back(made);
    }
    return stack.at(0);
}

}   // namespace

Lines python_remarks(const Activation& activation)
{
    if (activation.name != formula_name)
        return {};
    const Expression expression
        = std::get<Expression>(read_expression(std::get<std::string>(activation.parameters.at(activation.name))));
    const ActivationFunction phi(activation);
    for (int i = 0; i <= 100; ++i) {   // 0, 1, −1, 2, −2, …
        const int z = i % 2 == 0 ? -i / 2 : (i + 1) / 2;
        const InFloat32 found = in_float32(expression, float(z));
        const double expected = phi.value(double(z));
        if (!(std::abs(double(found.value) - expected) <= 1e-3 * std::max(1.0, std::abs(expected))))
            return {"# In float32 this is " + number_text(double(found.value)) + " at x = " + number_text(z)
                + ", where it should be " + number_text(double(float(expected)))};
        if (found.overflows)
            return {"# In float32 a part of this overflows at x = " + number_text(z) + ": gradients may be nan there"};
    }
    return {};
}

std::string python_activation(const Activation& activation, const PythonFunctions& words)
{
    Activation written = activation;
    if (activation.name == formula_name) {
        ParameterValue& formula = written.parameters.at(std::string(formula_name));
        formula = FormulaWriter(words).write(std::get<Expression>(read_expression(std::get<std::string>(formula))));
    }
    return python_text(find_activation(activation.name)->code.*words.activation, written.parameters);
}

namespace {

/// Returns whether the functions of an expression are those of Python's numbers.
bool has_number_functions(const Expression& expression)
{
    return std::ranges::all_of(expression.nodes, [](const Expression::Node& node) {
        return node.op != Op::activation || !node.activation->info().code.function.empty();
    });
}

}   // namespace

std::optional<std::string> python_number_expression(
    std::string_view text, const NumberVariables& values, const std::map<std::string, std::string>& names)
{
    NumberNames known;
    PythonFunctions words {"math.",
        {{"arcsin", "math.asin({0})"}, {"arccos", "math.acos({0})"}, {"arctan", "math.atan({0})"},
            {"arcsinh", "math.asinh({0})"}, {"arccosh", "math.acosh({0})"}, {"arctanh", "math.atanh({0})"},
            {"arctan2", "math.atan2({0}, {1})"}, {"cbrt", "math.copysign(abs({0}) ** (1 / 3), {0})"},
            {"abs", "abs({0})"}, {"sign", "(({0} > 0) - ({0} < 0))"}, {"rint", "round({0})"},
            {"Phi", "(0.5 * math.erfc(-({0}) / math.sqrt(2)))"}, {"minimum", "min({0}, {1})"},
            {"maximum", "max({0}, {1})"}, {"minimum number", "min({0}, {1})"}, {"maximum number", "max({0}, {1})"},
            {"where", "({1} if {0} else {2})"}, {"logical_and", "({0} and {1})"}, {"logical_or", "({0} or {1})"}},
        "float({0})", nullptr, ""};
    for (const auto& [name, value] : values) {
        known.variables.push_back(name);
        const auto renamed = names.find(name);
        words.variables.push_back(renamed == names.end() ? name : renamed->second);
    }
    const auto expression = std::get<NumberExpression>(read_number_expression(text, known));
    if (!has_number_functions(expression.expression())
        || !parts_fit(*expression.with_numbers(values), 0, std::numeric_limits<double>::max()))
        return std::nullopt;
    return FormulaWriter(words).write(expression.expression());
}

std::optional<TypedCode> typed_code(const LawCode& law)
{
    const Draw draw = draw_of(law.initializer, law.shape, law.role);
    if (draw.scale == 0 && draw.base->random())
        return std::nullopt;
    TypedCode code;
    std::set<std::string> defined;
    for (const auto& [name, value] : law.typed->initializer.parameters)
        if (const std::string* text = typed_text(value)) {
            const auto python = python_number_expression(*text, law.typed->variables, law.variables);
            if (!python)
                return std::nullopt;
            code.numbers.emplace(name, *python);
            for (const std::string& variable :
                std::get<NumberExpression>(read_number_expression(*text, law_names())).variables())
                if (!law.variables.contains(variable) && defined.insert(variable).second)
                    code.variables.push_back(variable + " = " + python_number(law.typed->variables.at(variable)));
        }
    return code;
}

}   // namespace stepzero
