// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/words/text.h"

#include <algorithm>
#include <stdexcept>

#include "core/base/words/text_error.h"

namespace stepzero {

namespace {

/// Returns the digit of the place at this position, or 0 when there is none.
std::size_t place_at(std::string_view format, std::size_t at)
{
    const bool place = format[at] == '%' && at + 1 < format.size() && format[at + 1] >= '1' && format[at + 1] <= '9';
    return place ? std::size_t(format[at + 1] - '0') : 0;
}

std::size_t highest_place(std::string_view format)
{
    std::size_t highest = 0;
    for (std::size_t at = 0; at < format.size(); ++at)
        highest = std::max(highest, place_at(format, at));
    return highest;
}

/// Returns the end of the "{one|many}" that begins here, or npos when none does.
std::size_t forms_end(std::string_view format, std::size_t at)
{
    if (format[at] != '{')
        return std::string_view::npos;
    const std::size_t end = format.find('}', at), bar = format.find('|', at);
    return bar < end ? end : std::string_view::npos;
}

/// Returns whether the number that the forms at `at` agree with is 1.
bool is_one(std::string_view format, std::size_t at, const std::vector<TextArgument>& arguments)
{
    std::size_t place = 0;
    for (std::size_t before = 0; before < at; ++before)
        if (const std::size_t found = place_at(format, before); found > 0 && arguments[found - 1].counts)
            place = found;
    for (std::size_t after = at; after < format.size() && place == 0; ++after)
        if (const std::size_t found = place_at(format, after); found > 0 && arguments[found - 1].counts)
            place = found;
    return place > 0 && arguments[place - 1].number == 1;
}

std::string shown_argument(const TextArgument& argument, const Translate& translate)
{
    return argument.counts ? std::to_string(argument.number) : rendered(argument.text, translate);
}

std::string filled(std::string_view format, const std::vector<TextArgument>& arguments, const Translate& translate)
{
    std::string all;
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (const std::size_t place = place_at(format, at); place > 0 && place <= arguments.size()) {
            all += shown_argument(arguments[place - 1], translate);
            ++at;
        } else if (const std::size_t end = forms_end(format, at); end != std::string_view::npos) {
            const std::string_view forms = format.substr(at + 1, end - at - 1);
            const std::size_t bar = forms.find('|');
            const bool one = is_one(format, at, arguments);
            all += filled(one ? forms.substr(0, bar) : forms.substr(bar + 1), arguments, translate);
            at = end;
        } else {
            all += format[at];
        }
    }
    return all;
}

}   // namespace

Text Text::name(std::string text) { return {std::move(text), Sort::name}; }

Text Text::whole(std::string text) { return {std::move(text), Sort::whole}; }

Text Text::formatted(std::string format, std::vector<TextArgument> arguments)
{
    if (highest_place(format) != arguments.size())
        throw std::logic_error("arguments do not fit: " + format);
    Text text;
    text.format_ = std::move(format);
    text.arguments_ = std::move(arguments);
    return text;
}

std::string Text::english() const { return rendered(*this, {}); }

bool operator==(const Text& a, const Text& b)
{
    return a.sort_ == b.sort_ && a.format_ == b.format_ && a.arguments_ == b.arguments_;
}

Text joined(const std::vector<Text>& texts, const char* separator)
{
    Text all;
    for (const Text& text : texts)
        if (!text.empty())
            all = all.empty() ? text : Text::formatted(std::string("%1") + separator + "%2", {std::move(all), text});
    return all;
}

Text text_of(const std::exception& error)
{
    const auto* told = dynamic_cast<const TextError*>(&error);
    return told ? told->text() : Text::name(error.what());
}

std::string rendered(const Text& text, const Translate& translate)
{
    if (text.is_name())
        return text.format();
    const std::string translation = translate ? translate(text) : std::string();
    const std::string& format = translation.empty() ? text.format() : translation;
    return text.is_whole() ? format : filled(format, text.arguments(), translate);
}

}   // namespace stepzero
