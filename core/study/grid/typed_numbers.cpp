// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/typed_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t most_numbers = 1000;

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

struct WrongNumbers {
    Text sentence;
};

double one_number(std::string_view text)
{
    const std::string word = trimmed(text);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(number))
        throw WrongNumbers {word.empty() ? tr("a number is missing") : tr("%1 is not a number", quote(word))};
    return number;
}

/// Rounds to a multiple of 10^place, with the value of the decimal.
double rounded(double number, int place)
{
    if (place >= 0) {
        const double unit = std::pow(10.0, place);
        return std::round(number / unit) * unit;
    }
    std::array<char, 400> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, -place);
    return one_number({text.data(), end.ptr});
}

int place_of(double number) { return int(std::floor(std::log10(std::abs(number)))); }

/// Returns a number with as few digits as a person would type; `distance`: to the next one.
double typed(double number, double distance, Between between)
{
    constexpr int digits = 7, few = 4;
    if (number == 0)
        return 0;
    const double exact = rounded(number, place_of(number) + 1 - digits);
    if (between == Between::exact || exact == rounded(number, place_of(number) + 1 - few))
        return exact;
    return rounded(number, std::max(place_of(distance) - 1, place_of(number) + 1 - digits));
}

/// Parses "a .. b", "a .. b : n", "a .. b : n log".
std::vector<double> numbers_of_range(std::string_view text, std::size_t dots, Between between)
{
    std::string_view rest = text.substr(dots + 2);
    const std::size_t colon = rest.find(':');
    const double from = one_number(text.substr(0, dots)), to = one_number(rest.substr(0, colon));
    std::size_t count = 0;
    bool ratios = false;
    if (colon != std::string_view::npos) {
        std::string how = trimmed(rest.substr(colon + 1));
        if (how.ends_with("log")) {
            ratios = true;
            how.resize(how.size() - 3);
        }
        const double wanted = one_number(how);
        if (!(wanted >= 2 && wanted <= double(most_numbers)) || wanted != std::floor(wanted))
            throw WrongNumbers {tr("the colon must be followed by the number of values, 2 to %1", most_numbers)};
        count = std::size_t(wanted);
    } else {
        const double steps = std::floor(std::abs(to - from) + 1e-9);
        if (steps >= double(most_numbers))
            throw WrongNumbers {tr("there are too many numbers from %1 to %2", number_text(from), number_text(to))};
        count = std::size_t(steps) + 1;
    }
    if (ratios && !(from > 0 && to > 0))
        throw WrongNumbers {tr("log spacing needs numbers above 0")};
    std::vector<double> numbers;
    const double last = colon == std::string_view::npos ? from + std::copysign(double(count - 1), to - from) : to;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count == 1 ? 0 : double(i) / double(count - 1);
        const double number = i + 1 == count ? last
            : ratios                         ? from * std::pow(last / from, share)
                                             : from + (last - from) * share;
        const double steps = double(std::max<std::size_t>(2, count) - 1),
                     distance = ratios ? number * std::abs(std::log(last / from)) / steps : (last - from) / steps;
        numbers.push_back(i == 0 || i + 1 == count ? number : typed(number, distance, between));
    }
    return numbers;
}

}   // namespace

std::variant<std::vector<double>, Text> numbers_in(const std::string& text, const Variable& variable, Between between)
{
    if (variable.whole)
        between = Between::exact;
    std::vector<double> numbers;
    try {
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            const std::string_view part = std::string_view(text).substr(from, comma - from);
            from = comma + 1;
            const std::size_t dots = part.find("..");
            std::vector<double> more = dots == std::string_view::npos ? std::vector<double> {one_number(part)}
                                                                      : numbers_of_range(part, dots, between);
            for (double number : more) {
                number = variable.whole ? std::round(number) : number;
                if (!(number >= variable.low && number <= variable.high))
                    throw WrongNumbers {tr("%1 is not within %2 to %3", number_text(number), number_text(variable.low),
                        number_text(variable.high))};
                if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                    numbers.push_back(number);
            }
            if (numbers.size() > most_numbers)
                throw WrongNumbers {tr("there are more than %1 numbers", most_numbers)};
        }
    } catch (const WrongNumbers& wrong) {
        return wrong.sentence;
    }
    return numbers;
}

}   // namespace stepzero
