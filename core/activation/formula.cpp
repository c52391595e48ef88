// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/formula.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "core/activation/piecewise.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr int deepest = 60;   // brackets in brackets

using Problem = FormulaProblem;

std::string quoted(std::string_view text) { return "‘" + std::string(text) + "’"; }

Problem at(std::string sentence_before, std::size_t position, const std::string& after = {})
{
    return {std::move(sentence_before) + " at " + std::to_string(position) + after, position};
}

// Functions

using One = double (*)(double);
using Two = double (*)(double, double);
using Three = double (*)(double, double, double);
using Many = double (*)(const double*, int);

const std::map<std::string, One, std::less<>>& functions_of_one()
{
    static const std::map<std::string, One, std::less<>> all {
        {"sin", [](double z) { return std::sin(z); }},
        {"cos", [](double z) { return std::cos(z); }},
        {"tan", [](double z) { return std::tan(z); }},
        {"asin", [](double z) { return std::asin(z); }},
        {"acos", [](double z) { return std::acos(z); }},
        {"atan", [](double z) { return std::atan(z); }},
        {"sinh", [](double z) { return std::sinh(z); }},
        {"cosh", [](double z) { return std::cosh(z); }},
        {"tanh", [](double z) { return std::tanh(z); }},
        {"asinh", [](double z) { return std::asinh(z); }},
        {"acosh", [](double z) { return std::acosh(z); }},
        {"atanh", [](double z) { return std::atanh(z); }},
        {"exp", [](double z) { return std::exp(z); }},
        {"expm1", [](double z) { return std::expm1(z); }},
        {"log", [](double z) { return std::log(z); }},
        {"ln", [](double z) { return std::log(z); }},
        {"log1p", [](double z) { return std::log1p(z); }},
        {"log2", [](double z) { return std::log2(z); }},
        {"log10", [](double z) { return std::log10(z); }},
        {"sqrt", [](double z) { return std::sqrt(z); }},
        {"cbrt", [](double z) { return std::cbrt(z); }},
        {"abs", [](double z) { return std::abs(z); }},
        {"sign", [](double z) { return z < 0 ? -1.0
                                    : z > 0  ? 1.0
                                             : 0.0; }},
        {"step", [](double z) { return z > 0 ? 1.0 : 0.0; }},
        {"floor", [](double z) { return std::floor(z); }},
        {"ceil", [](double z) { return std::ceil(z); }},
        {"rint", [](double z) { return std::rint(z); }},
        {"erf", [](double z) { return std::erf(z); }},
        {"erfc", [](double z) { return std::erfc(z); }},
        {"Phi", [](double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }},
    };
    return all;
}

const std::map<std::string, Two, std::less<>>& functions_of_two()
{
    static const std::map<std::string, Two, std::less<>> all {
        {"pow", [](double z, double p) { return std::pow(z, p); }},
        {"atan2", [](double y, double x) { return std::atan2(y, x); }},
    };
    return all;
}

const std::map<std::string, Three, std::less<>>& functions_of_three()
{
    static const std::map<std::string, Three, std::less<>> all {
        {"clamp", [](double z, double low, double high) { return std::min(std::max(z, low), high); }},
    };
    return all;
}

const std::map<std::string, Many, std::less<>>& functions_of_many()
{
    static const std::map<std::string, Many, std::less<>> all {
        {"min", [](const double* z, int n) { return *std::min_element(z, z + n); }},
        {"max", [](const double* z, int n) { return *std::max_element(z, z + n); }},
    };
    return all;
}

/// The registry's activations at their default parameters. Other names of theirs are in the literature.
const std::map<std::string, ActivationFunction, std::less<>>& activation_functions()
{
    static const std::map<std::string, ActivationFunction, std::less<>> all = [] {
        std::map<std::string, ActivationFunction, std::less<>> made;
        for (const ActivationInfo& info : activations())
            if (!functions_of_one().contains(info.name))
                made.emplace(info.name, ActivationFunction({info.name, {}}));
        made.emplace("swish", ActivationFunction({"silu", {}}));
        return made;
    }();
    return all;
}

bool is_constant(std::string_view name) { return name == "pi" || name == "e"; }
bool is_variable(std::string_view name) { return name == "z" || name == "x"; }
bool is_function(std::string_view name)
{
    return std::binary_search(formula_functions().begin(), formula_functions().end(), name);
}

// Names

/// Insertions, removals, replacements and swaps of neighbours that lead from one name to the other.
int distance(std::string_view a, std::string_view b)
{
    std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = int(i + j);
                continue;
            }
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

std::string suggestion(std::string_view name)
{
    const auto lower = [](std::string_view text) {
        std::string result;
        for (const char c : text)
            if (c != '_')
                result += char(std::tolower(static_cast<unsigned char>(c)));
        return result;
    };
    static const std::map<std::string, std::string, std::less<>> others {{"arctan", "atan"}, {"arcsin", "asin"},
        {"arccos", "acos"}, {"fabs", "abs"}, {"sgn", "sign"}, {"heaviside", "step"}, {"logistic", "sigmoid"},
        {"maximum", "max"}, {"minimum", "min"}, {"clip", "clamp"}, {"cdf", "Phi"}, {"round", "rint"}, {"y", "z"},
        {"t", "z"}, {"u", "z"}};
    const std::string low = lower(name);
    if (const auto found = others.find(low); found != others.end())
        return ": did you mean " + found->second + "?";
    std::string best;
    int least = std::max(1, int(low.size()) / 3) + 1;
    for (const std::string& known : formula_functions())
        if (const int d = distance(low, lower(known)); d < least) {
            least = d;
            best = known;
        }
    return best.empty() ? " (the variable is z)" : ": did you mean " + best + "?";
}

// Spelling

/// The text as muParser reads it, and where each byte of it was.
struct Plain {
    std::string text;
    std::vector<std::size_t> position;   // characters from 1; one more at the end
};

/// Formulas are also copied from pages: −, ·, ×, π, ² and Φ are what they mean.
std::variant<Plain, Problem> plain(std::string_view text)
{
    static const std::array<std::pair<std::string_view, std::string_view>, 9> typeset {{{"−", "-"}, {"·", "*"},
        {"×", "*"}, {"π", "pi"}, {"²", "^2"}, {"³", "^3"}, {"Φ", "Phi"}, {"≤", "<="}, {"≥", ">="}}};
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
            return at((static_cast<unsigned char>(one[0]) < 0x20 ? "a control character" : quoted(one))
                    + " has no meaning in a formula,",
                character);
        for (const char c : meant) {
            result.text += c == '\t' ? ' ' : c;
            result.position.push_back(character);
        }
        i += bytes;
    }
    result.position.push_back(character + 1);
    return result;
}

/// What muParser would take in a way that nobody means, or refuse with words that do not help.
std::optional<Problem> misspelled(const Plain& plain)
{
    const std::string& text = plain.text;
    const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
    const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto next_of = [&](std::size_t i) {
        while (i < text.size() && text[i] == ' ')
            ++i;
        return i;
    };
    std::vector<std::size_t> open;
    bool value_before = false;   // an operator has to come
    std::size_t value_end = 0;
    for (std::size_t i = next_of(0); i < text.size(); i = next_of(i)) {
        const std::size_t begin = i;
        const char c = text[i];
        const bool starts_value = letter(c) || digit(c) || c == '.' || c == '(';
        if (starts_value && value_before)
            return at("an operator is missing", plain.position[begin],
                c == '(' ? ", before the bracket" : ": a product is written with *");
        if (letter(c)) {
            while (i < text.size() && (letter(text[i]) || digit(text[i])))
                ++i;
            const std::string_view name = std::string_view(text).substr(begin, i - begin);
            const bool called = next_of(i) < text.size() && text[next_of(i)] == '(';
            if (is_function(name)) {
                if (!called)
                    return at(
                        quoted(name), plain.position[begin], " is a function: write " + std::string(name) + "(z)");
                value_before = false;
                continue;
            }
            if (!is_variable(name) && !is_constant(name))
                return at("unknown name " + quoted(name), plain.position[begin], suggestion(name));
            value_before = true;
        } else if (digit(c) || c == '.') {
            while (i < text.size() && (digit(text[i]) || text[i] == '.'))
                ++i;
            if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
                const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-');
                if (i + 1 + sign < text.size() && digit(text[i + 1 + sign]))
                    for (i += 1 + sign; i < text.size() && digit(text[i]);)
                        ++i;
            }
            double number = 0;
            const auto [end, error] = std::from_chars(text.data() + begin, text.data() + i, number);
            if (error != std::errc() || end != text.data() + i)
                return at(
                    quoted(text.substr(begin, i - begin)), plain.position[begin], " is not a number that can be used");
            value_before = true;
        } else if (c == '(') {
            open.push_back(begin);
            if (open.size() > deepest)
                return Problem {"brackets are nested too deeply: " + std::to_string(deepest) + " levels are enough",
                    plain.position[begin]};
            value_before = false;
            ++i;
        } else if (c == ')') {
            if (open.empty())
                return at("a closing bracket without its opening one", plain.position[begin]);
            open.pop_back();
            value_before = true;
            ++i;
        } else {
            const std::string_view two = std::string_view(text).substr(i, 2);
            const bool pair = two == "==" || two == "!=" || two == "<=" || two == ">=" || two == "&&" || two == "||";
            if (two == "**")
                return at("a power is written with ^, not with **,", plain.position[begin]);
            if (!pair && c == '=')
                return at("an equals sign alone,", plain.position[begin], ", means nothing here: to compare, write ==");
            if (!pair && (c == '!' || c == '&' || c == '|'))
                return at(quoted(std::string_view(&c, 1)) + " alone,", plain.position[begin], ", means nothing here");
            value_before = false;
            i += pair ? 2 : 1;
        }
        value_end = i;
    }
    if (!open.empty())
        return at("the bracket opened", plain.position[open.back()], " is not closed");
    if (value_end == 0)
        return Problem {"no formula yet: type one in z, as z*tanh(z)", std::nullopt};
    return std::nullopt;
}

// Grammar

void define(mu::Parser& parser, double* variable)
{
    parser.ClearFun();
    parser.ClearConst();
    parser.EnableOptimizer(false);   // as it is typed, rounding included
    parser.DefineVar("z", variable);
    parser.DefineVar("x", variable);
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    for (const auto& [name, f] : functions_of_one())
        parser.DefineFun(name, f);
    for (const auto& [name, f] : functions_of_two())
        parser.DefineFun(name, f);
    for (const auto& [name, f] : functions_of_three())
        parser.DefineFun(name, f);
    for (const auto& [name, f] : functions_of_many())
        parser.DefineFun(name, f);
    for (const auto& [name, f] : activation_functions())
        parser.DefineFunUserData(
            name, +[](void* phi, double z) { return static_cast<const ActivationFunction*>(phi)->value(z); },
            const_cast<ActivationFunction*>(&f));
}

Problem grammatical(const mu::ParserError& error, const Plain& plain)
{
    const int raw = error.GetPos();
    const bool placed = raw >= 0;
    const std::size_t position = plain.position[std::min(std::size_t(std::max(raw, 0)), plain.position.size() - 1)];
    std::string token = error.GetToken();
    while (!token.empty() && token.back() == ' ')
        token.pop_back();
    const auto say = [&](const std::string& words) {
        return placed && position < plain.position.back() ? at(words, position) : Problem {words, std::nullopt};
    };
    switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
        return {"the formula ends too early: something is missing at its end", plain.position.back()};
    case mu::ecUNEXPECTED_OPERATOR:
        return say("unexpected operator " + quoted(token) + ": a number or z is missing before it,");
    case mu::ecUNEXPECTED_ARG_SEP:
        return say("unexpected comma");
    case mu::ecUNEXPECTED_PARENS:
        return say("unexpected bracket " + quoted(token) + ": something is missing before it,");
    case mu::ecTOO_MANY_PARAMS:
        return {"too many arguments for " + token, std::nullopt};
    case mu::ecTOO_FEW_PARAMS:
        return {"too few arguments for " + token, std::nullopt};
    case mu::ecMISSING_ELSE_CLAUSE:
        return {"the choice lacks its second half: write condition ? this : that", std::nullopt};
    case mu::ecUNEXPECTED_CONDITIONAL:
    case mu::ecMISPLACED_COLON:
        return say("misplaced ‘?’ or ‘:’ (a choice is written condition ? this : that),");
    default:
        return say(token.empty() ? "the formula cannot be read" : quoted(token) + " cannot be read");
    }
}

// Values

std::string place(double z)
{
    // Places that were searched for are not known to the last digit.
    const double shown = std::round(z * 1e6) / 1e6;
    return "z = " + number_text(shown == 0 ? 0 : std::abs(z) < 1e4 ? shown : std::round(z));
}

std::string sentence(const Piecewise::Trouble& trouble, const std::string& formula)
{
    using Kind = Piecewise::Trouble::Kind;
    const std::string where = place(trouble.z), phi = formula.size() <= 40 ? formula : "the formula";
    switch (trouble.kind) {
    case Kind::not_a_number:
        return phi + " is not a number at " + where;
    case Kind::infinite:
        return phi + " is infinite at " + where;
    case Kind::jump:
        return phi + " jumps at " + where + ": the gradient's theory needs a function without jumps";
    case Kind::steep:
        return phi + " is infinitely steep at " + where;
    case Kind::pole:
        return phi + " grows beyond all bounds near " + where;
    case Kind::rough:
        return phi + " changes too fast around " + where + " to be integrated";
    case Kind::growth:
        return phi + " grows faster than z²: its Gaussian means are no measure of a network";
    case Kind::swings:
        return phi + " swings too wide or too slowly for large |z|: its Gaussian means do not settle";
    case Kind::size:
        return phi + " has values beyond 1e±100";
    case Kind::end:
        return phi + " is not finite at " + where + ", and not straight before that";
    }
    return phi + " cannot be used";
}

ActivationInfo info_of(std::string formula, Piecewise fitted)
{
    const auto shared = std::make_shared<const Piecewise>(std::move(fitted));
    const auto each = [shared](auto(Piecewise::*of)(double) const) {
        return [shared, of](const Parameters&, const auto* in, auto* out, std::ptrdiff_t n) {
            using T = std::remove_cvref_t<decltype(*out)>;
            for (std::ptrdiff_t i = 0; i < n; ++i)
                out[i] = T(((*shared).*of)(double(in[i])));
        };
    };
    return {.name = "formula",
        .label = formula,
        .formula = formula,
        .parameters = {},
        .value_f = each(&Piecewise::value),
        .value_d = each(&Piecewise::value),
        .derivative_f = each(&Piecewise::derivative),
        .derivative_d = each(&Piecewise::derivative),
        .limits = [shared](const Parameters&) { return shared->limits(); },
        .saturation = [](const Parameters&) { return Saturation {}; },
        .kinks = [shared](const Parameters&) { return shared->breaks(); }};
}

}   // namespace

const std::vector<std::string>& formula_functions()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        const auto add = [&](const auto& functions) {
            for (const auto& [name, f] : functions)
                names.push_back(name);
        };
        add(functions_of_one());
        add(functions_of_two());
        add(functions_of_three());
        add(functions_of_many());
        add(activation_functions());
        std::sort(names.begin(), names.end());
        return names;
    }();
    return all;
}

std::variant<ActivationFunction, FormulaProblem> parse_formula(std::string_view text)
{
    if (text.size() > longest_formula)
        return Problem {
            "the formula is too long: " + std::to_string(longest_formula) + " characters are enough", std::nullopt};
    auto read = plain(text);
    if (auto* problem = std::get_if<Problem>(&read))
        return std::move(*problem);
    const Plain& formula = std::get<Plain>(read);
    if (auto problem = misspelled(formula))
        return std::move(*problem);
    try {
        double z = 0;
        mu::Parser parser;
        define(parser, &z);
        parser.SetExpr(formula.text);
        parser.Eval();
        if (parser.GetNumResults() != 1)
            return Problem {"a comma outside of a function's brackets: a formula has one value", std::nullopt};
        auto fitted = Piecewise::fit([&](double at_z) {
            z = at_z;
            return parser.Eval();
        });
        if (const auto* trouble = std::get_if<Piecewise::Trouble>(&fitted))
            return Problem {sentence(*trouble, std::string(text)), std::nullopt};
        return ActivationFunction(
            std::make_shared<const ActivationInfo>(info_of(std::string(text), std::move(std::get<Piecewise>(fitted)))));
    } catch (const mu::ParserError& error) {
        return grammatical(error, formula);
    }
}

}   // namespace stepzero
