// SPDX-License-Identifier: GPL-3.0-or-later
// What people read, as a value: an English format and its arguments. It is rendered where it is shown, in English or by
// a translation of the format, so that a translation is always of whole sentences and nothing parses a rendered one.
//
//     tr("Layer %1: %2% of %3 {unit is|units are} dead", layer, percent, units)
//
// %1 to %9 are the arguments. {unit is|units are} takes the first form for one of something, the second for any other
// number: that of the nearest place before it, or of the first place after it. Translations use %1 to
// %9 only. Qt's lupdate finds tr() by its name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepzero {

struct TextArgument;

class Text {
public:
    Text() = default;   ///< empty

    /// A name, number or formula that is the same in every language.
    static Text name(std::string text);
    /// A text of a data file, such as the title of a preset. It is translated where its translation is known.
    static Text whole(std::string text);
    /// Precondition: as many arguments as the highest place.
    static Text formatted(std::string format, std::vector<TextArgument> arguments);

    bool empty() const { return format_.empty(); }
    const std::string& format() const { return format_; }
    const std::vector<TextArgument>& arguments() const { return arguments_; }
    bool is_name() const { return sort_ == Sort::name; }
    bool is_whole() const { return sort_ == Sort::whole; }

    std::string english() const;

    friend bool operator==(const Text& a, const Text& b);

private:
    enum class Sort { formatted, name, whole };
    Text(std::string text, Sort sort) : format_(std::move(text)), sort_(sort) { }
    std::string format_;
    std::vector<TextArgument> arguments_;
    Sort sort_ = Sort::formatted;
};

/// A number that counts, or a Text.
struct TextArgument {
    Text text {};
    long long number = 0;
    bool counts = false;   ///< `number` is what is shown

    TextArgument(Text value) : text(std::move(value)) { }   // NOLINT(google-explicit-constructor)
    TextArgument(std::string name) : text(Text::name(std::move(name))) { }   // NOLINT(google-explicit-constructor)
    TextArgument(std::string_view name) : text(Text::name(std::string(name))) { }   // NOLINT
    TextArgument(const char* name) : text(Text::name(name)) { }   // NOLINT(google-explicit-constructor)
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    TextArgument(Integer value) : number((long long)(value)), counts(true)   // NOLINT(google-explicit-constructor)
    {
        static_assert(!std::is_same_v<Integer, bool>, "a bool does not count anything");
    }
    bool operator==(const TextArgument&) const = default;
};

/// A string as an argument is a name, which stays as it is; a number with a point is formatted before (short_text).
template <class... Arguments>
Text tr(const char* format, Arguments&&... arguments)
{
    return Text::formatted(format, {TextArgument(std::forward<Arguments>(arguments))...});
}

/// Texts one after another with a separator: ", ". Empty ones are left out.
Text joined(const std::vector<Text>& texts, const char* separator);

/// How a text is written out: in English (&Text::english), or in the language of the reader.
using Render = std::function<std::string(const Text&)>;

/// Returns the translation of a Text's format; empty: there is none, and English is shown.
using Translate = std::function<std::string(const Text&)>;
/// Calls `translate` for each Text except names. For a formatted Text it returns a format again.
std::string rendered(const Text& text, const Translate& translate);

}   // namespace stepzero
