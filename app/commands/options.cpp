// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/options.h"

#include <algorithm>
#include <charconv>

#include "core/words/problem.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

const Option& find(const std::vector<Option>& options, const std::string& name)
{
    const auto found = std::find_if(options.begin(), options.end(),
        [&](const Option& option) { return option.name == name || (!option.letter.empty() && option.letter == name); });
    if (found != options.end())
        return *found;
    std::vector<std::string> known {"--help"};
    for (const Option& option : options)
        known.push_back(option.name);
    throw UsageError("unknown option " + quote(name) + suggestion(name, known));
}

template <class Number>
Number parse_number(const std::string& option, std::string_view text, Number low, Number high, const char* kind)
{
    Number number {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !(number >= low && number <= high))
        throw UsageError(option + " must be " + kind + " from " + number_text(double(low)) + " to "
            + number_text(double(high)) + ", got " + quote(text));
    return number;
}

}   // namespace

Option output_option(const std::string& result)
{
    return {"--output", "-o", "FILE", "where " + result + " goes (default: standard output)"};
}

std::optional<std::string> Arguments::value(const std::string& option) const
{
    const auto found = values.find(option);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

Arguments parse_arguments(const std::vector<std::string>& arguments, const std::vector<Option>& options)
{
    Arguments parsed;
    bool options_ended = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (options_ended || argument.size() < 2 || argument[0] != '-') {
            parsed.words.push_back(argument);
            continue;
        }
        if (argument == "--") {
            options_ended = true;
            continue;
        }
        if (argument == "--help" || argument == "-h") {
            parsed.help = true;
            continue;
        }
        const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const Option& option = find(options, argument.substr(0, equals));
        std::string value;
        if (option.value.empty()) {
            if (equals != std::string::npos)
                throw UsageError(option.name + " takes no value");
        } else if (equals != std::string::npos)
            value = argument.substr(equals + 1);
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        if (value.empty() && !option.value.empty())
            throw UsageError(option.name + " needs a value: " + option.name + " " + option.value);
        if (!option.words.empty())
            choice(option.name, value, option.words);
        if (!parsed.values.emplace(option.name, value).second)
            throw UsageError(option.name + " is given twice");
    }
    return parsed;
}

int whole_number(const std::string& option, std::string_view text, int low, int high)
{
    return parse_number(option, text, low, high, "a whole number");
}

double decimal_number(const std::string& option, std::string_view text, double low, double high)
{
    return parse_number(option, text, low, high, "a number");
}

const std::string& choice(const std::string& option, const std::string& text, const std::vector<std::string>& words)
{
    if (std::find(words.begin(), words.end(), text) == words.end())
        throw UsageError(
            option + " must be one of " + list_text(words) + ", got " + quote(text) + suggestion(text, words));
    return text;
}

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

}   // namespace stepzero
