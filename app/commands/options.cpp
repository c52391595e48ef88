// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/options.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/words/problem.h"
#include "core/base/words/words.h"

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
    throw UsageError(with_suggestion(tr("unknown option %1", quote(name)), name, known));
}

/// Returns nothing unless the whole text is a number within [low, high].
template <class Number>
std::optional<Number> parse_number(std::string_view text, Number low, Number high)
{
    Number number {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool good = error == std::errc() && end == text.data() + text.size() && number >= low && number <= high;
    return good ? std::optional(number) : std::nullopt;
}

}   // namespace

Option output_option() { return output_option(tr("the file to write the result to (default: standard output)")); }

Option output_option(Text help) { return {"--output", "-o", "FILE", std::move(help)}; }

Option sarif_option()
{
    return {"--sarif", "", "FILE", tr("the file for the findings as SARIF, which code review shows")};
}

std::optional<std::string> Arguments::value(const std::string& option) const
{
    const auto found = values.lower_bound(option);   // the first of several
    return found == values.end() || found->first != option ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Arguments::all_values(const std::string& option) const
{
    std::vector<std::string> all;
    for (auto [at, end] = values.equal_range(option); at != end; ++at)
        all.push_back(at->second);
    return all;
}

bool is_standard_stream(const std::string& file) { return file == "-"; }
bool is_standard_stream(const std::optional<std::string>& file) { return file && is_standard_stream(*file); }

bool is_help(std::string_view argument) { return argument == "--help" || argument == "-h"; }
bool ends_options(std::string_view argument) { return argument == "--"; }

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
        if (ends_options(argument)) {
            options_ended = true;
            continue;
        }
        if (is_help(argument)) {
            parsed.help = true;
            continue;
        }
        const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const Option& option = find(options, argument.substr(0, equals));
        std::string value;
        if (option.value.empty()) {
            if (equals != std::string::npos)
                throw UsageError(tr("%1 takes no value", option.name));
        } else if (equals != std::string::npos)
            value = argument.substr(equals + 1);
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        if (value.empty() && !option.value.empty())
            throw UsageError(tr("%1 needs a value: %2", option.name, option.name + " " + option.value));
        if (!option.words.empty())
            choice(option.name, value, option.words);
        parsed.values.emplace(option.name, value);
        if (const auto given = parsed.values.count(option.name); int(given) > option.most)
            throw UsageError(option.most == 1
                    ? tr("%1 is given twice", option.name)
                    : tr("%1 is given %2 times, %3 at most", option.name, given, option.most));
    }
    return parsed;
}

int whole_number(const TextArgument& option, std::string_view text, int low, int high)
{
    if (const auto number = parse_number(text, low, high))
        return *number;
    throw UsageError(tr("%1 must be a whole number from %2 to %3, got %4", option, low, high, quote(text)));
}

double decimal_number(const TextArgument& option, std::string_view text, double low, double high)
{
    if (const auto number = parse_number(text, low, high))
        return *number;
    throw UsageError(
        tr("%1 must be a number from %2 to %3, got %4", option, number_text(low), number_text(high), quote(text)));
}

const std::string& choice(const std::string& option, const std::string& text, const std::vector<std::string>& words)
{
    if (std::find(words.begin(), words.end(), text) == words.end())
        throw UsageError(
            with_suggestion(tr("%1 must be one of %2, got %3", option, list_text(words), quote(text)), text, words));
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
