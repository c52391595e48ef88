// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/activation/formula_tokens.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/math/activation/expression_names.h"

namespace stepzero {

namespace {

constexpr int deepest = 60;   // maximum nesting of brackets

/// The square root sign in a PlainFormula: a byte that cannot be typed.
constexpr char root_sign = '\x01';

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

class Lexer {
public:
    Lexer(const PlainFormula& plain, const KnownVariables& variables)
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
                        ? tr("%1 at %2 is a function: write %3(z)", quoted_name(name), position, name)
                        : tr("%1 at %2 is a function: write %3(…)", quoted_name(name), position, name),
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
            throw FormulaProblem {tr("%1 at %2 is not a number that can be used",
                                      quoted_name(text_.substr(begin, at_ - begin)), position),
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
                tr("%1 alone, at %2, means nothing here", quoted_name(text_.substr(at_, 1)), position), position};
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

}   // namespace

std::string quoted_name(std::string_view text) { return "“" + std::string(text) + "”"; }

std::optional<std::size_t> KnownVariables::find(std::string_view name) const
{
    if (!numbers_)
        return name == "z" || name == "x" ? std::optional<std::size_t>(0) : std::nullopt;
    const auto found = std::ranges::find(numbers_->variables, name);
    return found == numbers_->variables.end() ? std::nullopt
                                              : std::optional(std::size_t(found - numbers_->variables.begin()));
}

FormulaProblem KnownVariables::unknown(std::string_view name, std::size_t position) const
{
    const auto problem = [&](Text sentence) {
        return FormulaProblem {std::move(sentence), position, std::string(name)};
    };
    const auto did_you_mean = [&](const std::string& meant) {
        return problem(tr("unknown name %1 at %2: did you mean %3?", quoted_name(name), position, meant));
    };
    if (is_function()) {
        const std::string meant = meant_name(name);
        return meant.empty() ? problem(tr("unknown name %1 at %2 (the variable is z)", quoted_name(name), position))
                             : did_you_mean(meant);
    }
    if (const auto found = numbers_->meant.find(name); found != numbers_->meant.end()) {
        const std::vector<std::string>& meant = found->second;
        return meant.size() == 1 ? did_you_mean(meant[0])
                                 : problem(tr("unknown name %1 at %2: did you mean %3 or %4?", quoted_name(name),
                                     position, meant[0], meant[1]));
    }
    if (const std::string* nearest = nearest_name(std::string(name), numbers_->variables))
        return did_you_mean(*nearest);
    if (const std::string meant = meant_name(name); !meant.empty() && meant != "z")
        return did_you_mean(meant);
    return numbers_->variables.empty() ? problem(tr("unknown name %1 at %2", quoted_name(name), position))
                                       : problem(tr("unknown name %1 at %2 (the variables are %3)", quoted_name(name),
                                           position, list_text(numbers_->variables)));
}

std::variant<PlainFormula, FormulaProblem> plain_formula(std::string_view text)
{
    static const std::array<std::pair<std::string_view, std::string_view>, 10> typeset {
        {{"−", "-"}, {"·", "*"}, {"×", "*"}, {"π", "pi"}, {"²", "^2"}, {"³", "^3"}, {"Φ", "Phi"}, {"≤", "<="},
            {"≥", ">="}, {typeset_root, {&root_sign, 1}}}};
    constexpr std::string_view allowed = "+-*/^()<>=!&|?:,._ \t";
    PlainFormula result;
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
                    : tr("%1 at %2 has no meaning in a formula", quoted_name(one), character),
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

std::vector<Token> formula_tokens(const PlainFormula& plain, const KnownVariables& variables)
{
    return Lexer(plain, variables).tokens();
}

}   // namespace stepzero
