// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/parameters.h"

#include <algorithm>
#include <stdexcept>

namespace stepzero {

namespace {
const std::vector<std::string>& flag_words()
{
    static const std::vector<std::string> words {"true", "false"};
    return words;
}

const ParameterValue& at(const Parameters& parameters, std::string_view name)
{
    const auto found = parameters.find(name);
    if (found == parameters.end())
        throw std::out_of_range("no parameter " + std::string(name));
    return found->second;
}
}   // namespace

Parameters completed(const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    Parameters all;
    for (const ParameterInfo& info : infos) {
        const auto found = given.find(info.name);
        const bool usable = found != given.end()
            && (found->second.index() == info.default_value.index() || (is_numeric(info) && typed_text(found->second)));
        all[info.name] = usable ? found->second : info.default_value;
    }
    return all;
}

bool is_numeric(const ParameterInfo& info) { return std::holds_alternative<double>(info.default_value); }

const std::string* typed_text(const ParameterValue& value)
{
    const auto* typed = std::get_if<TypedNumber>(&value);
    return typed ? &typed->text : nullptr;
}

ParameterInfo whole_number(std::string name, Text label, double by_default, double low, double high)
{
    return {.name = std::move(name),
        .label = std::move(label),
        .default_value = by_default,
        .low = low,
        .high = high,
        .integer = true};
}

ParameterInfo flag(std::string name, Text label, bool by_default)
{
    return {.name = std::move(name),
        .label = std::move(label),
        .default_value = flag_value(by_default),
        .choices = flag_words()};
}

ParameterInfo main_option(ParameterInfo info)
{
    info.main = true;
    return info;
}

bool is_flag(const ParameterInfo& info) { return info.choices == flag_words(); }

ParameterValue flag_value(bool on) { return flag_words()[on ? 0 : 1]; }

bool is_on(const ParameterValue& flag) { return std::get<std::string>(flag) == flag_words()[0]; }

Text choice_label(const ParameterInfo& info, std::size_t choice)
{
    return choice < info.choice_labels.size() ? info.choice_labels[choice] : Text::whole(info.choices[choice]);
}

Text choice_label(const ParameterInfo& info, const std::string& choice)
{
    const auto found = std::ranges::find(info.choices, choice);
    return found == info.choices.end() ? Text::name(choice)
                                       : choice_label(info, std::size_t(found - info.choices.begin()));
}

bool applies(const ParameterInfo& info, const Parameters& parameters)
{
    return info.only_with.empty()
        || std::ranges::find(info.only_where, word(parameters, info.only_with)) != info.only_where.end();
}

double number(const Parameters& parameters, std::string_view name) { return std::get<double>(at(parameters, name)); }

const std::string& word(const Parameters& parameters, std::string_view name)
{
    return std::get<std::string>(at(parameters, name));
}

bool is_on(const Parameters& parameters, std::string_view name) { return is_on(at(parameters, name)); }

bool is_told(const ParameterInfo& info, const Parameters& completed)
{
    return !info.quiet || at(completed, info.name) != info.default_value;
}

bool is_word(const Parameters& parameters, std::string_view name, std::string_view value)
{
    const auto found = parameters.find(name);
    const auto* of = found == parameters.end() ? nullptr : std::get_if<std::string>(&found->second);
    return of && *of == value;
}

}   // namespace stepzero
