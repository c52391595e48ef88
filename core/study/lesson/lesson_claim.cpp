// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_claim.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/words/words.h"
#include "core/study/lesson/lesson_text.h"

namespace stepzero {

namespace {

constexpr int plain_digits = 3;

// ---- claims --------------------------------------------------------------------------------------------------

struct Sign {
    std::string_view written;
    ClaimSign sign;
};
// Longer ones first.
constexpr std::array<Sign, 9> signs {{{"<=", ClaimSign::at_most}, {">=", ClaimSign::at_least},
    {"≤", ClaimSign::at_most}, {"≥", ClaimSign::at_least}, {"==", ClaimSign::equal}, {"<", ClaimSign::less},
    {">", ClaimSign::more}, {"~", ClaimSign::near}, {"≈", ClaimSign::near}}};

struct SignMeaning {
    ClaimSign sign;
    const char* shown;
    bool (*holds)(double left, double right, double tolerance);
};
constexpr std::array<SignMeaning, 6> meanings {{
    {ClaimSign::less, "<", [](double l, double r, double) { return l < r; }},
    {ClaimSign::at_most, "≤", [](double l, double r, double) { return l <= r; }},
    {ClaimSign::more, ">", [](double l, double r, double) { return l > r; }},
    {ClaimSign::at_least, "≥", [](double l, double r, double) { return l >= r; }},
    {ClaimSign::equal, "=", [](double l, double r, double) { return l == r; }},
    {ClaimSign::near, "≈", [](double l, double r, double tolerance) { return std::abs(l - r) <= tolerance; }},
}};

const SignMeaning& meaning_of(ClaimSign sign) { return *std::ranges::find(meanings, sign, &SignMeaning::sign); }

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Splits a claim at the word "and".
std::vector<std::string_view> conjuncts(std::string_view claim)
{
    constexpr std::string_view word = "and";
    const std::vector<bool> outside = outside_brackets(claim);
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + word.size() <= claim.size(); ++i)
        if (outside[i] && claim.substr(i).starts_with(word) && (i == 0 || !is_letter(claim[i - 1]))
            && (i + word.size() == claim.size() || !is_letter(claim[i + word.size()]))) {
            parts.push_back(claim.substr(begin, i - begin));
            begin = i + word.size();
        }
    parts.push_back(claim.substr(begin));
    return parts;
}

/// Removes "within 5%" from the end of a side, and returns the number.
double take_percent(std::string_view& side)
{
    constexpr std::string_view word = "within";
    const std::size_t at = side.rfind(word);
    std::string_view number = at == std::string_view::npos ? "" : trimmed(side.substr(at + word.size()));
    double percent = 0;
    const bool has_unit = number.ends_with("%");
    number = trimmed(number.substr(0, number.size() - has_unit));
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
    if (!has_unit || error != std::errc() || end != number.data() + number.size() || !(percent > 0))
        throw LessonSentence(tr("%1 must end in a tolerance such as %2", quote(trimmed(side)), "\"within 5%\""));
    side = side.substr(0, at);
    return percent;
}

std::vector<ComparedSides> read_comparison(std::string_view text)
{
    const std::vector<bool> outside = outside_brackets(text);
    std::vector<std::string_view> sides;
    std::vector<ClaimSign> between;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto found = std::ranges::find_if(
            signs, [&](const Sign& sign) { return outside[i] && text.substr(i).starts_with(sign.written); });
        if (found == signs.end())
            continue;
        sides.push_back(text.substr(begin, i - begin));
        between.push_back(found->sign);
        i += found->written.size() - 1;
        begin = i + 1;
    }
    sides.push_back(text.substr(begin));
    if (between.empty())
        throw LessonSentence(tr("%1 must contain a comparison: %2", quote(trimmed(text)), "<, <=, >, >=, ==, ~"));
    std::vector<ComparedSides> all;
    for (std::size_t i = 0; i < between.size(); ++i) {
        ComparedSides& one = all.emplace_back();
        one.sign = between[i];
        if (one.sign == ClaimSign::near)
            one.percent = take_percent(sides[i + 1]);
        one.left = trimmed(sides[i]);
        one.right = trimmed(sides[i + 1]);
    }
    return all;
}

/// Returns all comparisons of a claim. Throws LessonSentence.
std::vector<ComparedSides> read_claim(std::string_view claim)
{
    std::vector<ComparedSides> all;
    for (const std::string_view part : conjuncts(claim))
        for (ComparedSides& one : read_comparison(part))
            all.push_back(std::move(one));
    return all;
}

bool compare(const ComparedSides& c)
{
    return meaning_of(c.sign).holds(c.left_value, c.right_value, c.percent / 100 * std::abs(c.right_value));
}

// ---- texts ---------------------------------------------------------------------------------------------------

/// Returns an exponent in superscript: −3 becomes "⁻³".
std::string raised(int exponent)
{
    static constexpr std::array<const char*, 10> digits {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(exponent)))
        text += digits[std::size_t(c - '0')];
    return text;
}

/// Formats a number with the given digits: whole numbers below a million in full, powers of ten for large and small
/// numbers.
std::string shown(double number, int digits)
{
    constexpr double largest = 1e6, smallest = 1e-4;
    const double size = std::abs(number);
    std::array<char, 64> buffer {};
    const auto written = [&](std::chars_format format, int precision) {
        const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), size, format, precision);
        return std::string(buffer.data(), error == std::errc() ? end : buffer.data());
    };
    std::string text;
    if (size >= largest || (size < smallest && size > 0)) {
        const std::string scientific = written(std::chars_format::scientific, digits - 1);
        const std::size_t e = scientific.find('e');
        std::string mantissa = scientific.substr(0, e);
        if (mantissa.find('.') != std::string::npos)
            mantissa.resize(mantissa.find_last_not_of(mantissa.ends_with('0') ? "0." : ".") + 1);
        text = mantissa + "×10" + raised(std::stoi(scientific.substr(e + 1)));
    } else if (size >= std::pow(10, digits) || size == std::round(size)) {
        text = written(std::chars_format::fixed, 0);
    } else {
        text = written(std::chars_format::general, digits);
    }
    return (number < 0 && text != "0" ? "−" : "") + text;
}

struct NumberPlace {
    std::string_view expression;
    int digits = plain_digits;
};

/// Parses "expression:digits".
NumberPlace read_place(std::string_view inside)
{
    const std::size_t colon = inside.rfind(':');
    if (colon == std::string_view::npos || inside.find('?') != std::string_view::npos)
        return {inside};
    constexpr int most = 12;
    const std::string_view number = trimmed(inside.substr(colon + 1));
    NumberPlace place {inside.substr(0, colon)};
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), place.digits);
    const std::string whole = "{" + std::string(inside) + "}";
    if (error != std::errc() || end != number.data() + number.size() || place.digits < 1 || place.digits > most)
        throw LessonSentence(tr("%1 must have 1 to %2 digits after its colon", whole, most));
    return place;
}

/// Returns "{signal(99)}: …".
Text after_place(std::string_view inside, const Text& problem)
{
    return joined({Text::name("{" + std::string(inside) + "}"), problem}, ": ");
}

/// Replaces the text between each { and } by the result of `put`. Throws LessonSentence.
template <class Put>
std::string replaced(std::string_view text, Put put)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if ((c == '{' || c == '}') && i + 1 < text.size() && text[i + 1] == c) {
            result += c;
            ++i;
        } else if (c == '{') {
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos)
                throw LessonSentence(tr("the brace %1 is not closed: %2", "{", quote(text.substr(i))));
            result += put(text.substr(i + 1, end - i - 1));
            i = end;
        } else if (c == '}') {
            throw LessonSentence(
                tr("there is a brace %1 without an opening one: write %2 for the character itself", "}", "}}"));
        } else {
            result += c;
        }
    }
    return result;
}

}   // namespace

ClaimResult check_claim(std::string_view claim, const Study& study)
{
    ClaimResult result {.holds = true};
    try {
        for (ComparedSides& one : read_claim(claim)) {
            one.left_value = value_or_throw(one.left, study);
            one.right_value = value_or_throw(one.right, study);
            one.holds = compare(one);
            result.holds = result.holds && one.holds;
            result.sides.push_back(std::move(one));
        }
    } catch (const LessonSentence& sentence) {
        result.holds = false;
        result.problem = sentence.text();
    }
    return result;
}

std::string claim_numbers(const ClaimResult& result)
{
    std::string text;
    for (const ComparedSides& one : result.sides) {
        text += (text.empty() ? "" : ", ") + shown(one.left_value, plain_digits) + " " + meaning_of(one.sign).shown
            + " " + shown(one.right_value, plain_digits);
        if (one.percent > 0)
            text += " (±" + number_text(one.percent) + "%)";
    }
    return text;
}

std::optional<Text> claim_problem(std::string_view claim)
{
    try {
        for (const ComparedSides& one : read_claim(claim))
            for (const std::string& side : {one.left, one.right})
                if (auto problem = expression_problem(side))
                    return problem;
        return {};
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

std::optional<Text> numbered_problem(std::string_view text)
{
    try {
        replaced(text, [](std::string_view inside) {
            if (const auto problem = expression_problem(read_place(inside).expression))
                throw LessonSentence(after_place(inside, *problem));
            return std::string();
        });
        return {};
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

NumberedText with_numbers(std::string_view text, const Study* study)
{
    NumberedText result;
    try {
        result.text = replaced(text, [&](std::string_view inside) {
            const NumberPlace place = read_place(inside);
            const LessonNumber number
                = study ? lesson_value(place.expression, *study) : LessonNumber(tr("there is no study yet"));
            if (const auto* value = std::get_if<double>(&number))
                return shown(*value, place.digits);
            result.problems.push_back(after_place(inside, std::get<Text>(number)));
            return std::string("…");
        });
    } catch (const LessonSentence& sentence) {   // parse_lesson() has not checked this claim
        result.problems.push_back(sentence.text());
    }
    return result;
}

}   // namespace stepzero
